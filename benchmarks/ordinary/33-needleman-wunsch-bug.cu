// Needleman-Wunsch: a 16x16 tile processed as a wavefront in shared memory.
#include <cuda_runtime.h>

#define BS 16

__device__ int maximum(int a, int b, int c) { return max(max(a, b), c); }

__global__ void nw_tiles(const int* reference, int* items, int cols, int penalty, int i, int block_width) {
  __shared__ int temp[BS + 1][BS + 1];
  __shared__ int ref[BS][BS];
  const int tx = threadIdx.x;
  const int bx = blockIdx.x;
  const int b_x = bx;
  const int b_y = i - 1 - bx;
  const int base = cols * BS * b_y + BS * b_x;
  const int index = base + tx + cols + 1;
  const int index_n = base + tx + 1;
  const int index_w = base + cols;
  const int index_nw = base;
  if (tx == 0) temp[0][0] = items[index_nw];
  for (int ty = 0; ty < BS; ++ty) ref[ty][tx] = reference[index + cols * ty];
  temp[tx + 1][0] = items[index_w + cols * tx];
  temp[0][tx + 1] = items[index_n];
  __syncthreads();
  for (int m = 0; m < BS; ++m) {
    if (tx <= m) {
      const int x = tx + 1, y = m - tx + 1;
      temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
    }
  }
  for (int m = BS - 2; m >= 0; --m) {
    if (tx <= m) {
      const int x = tx + BS - m, y = BS - tx;
      temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1], temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < BS; ++ty) items[index + ty * cols] = temp[ty + 1][tx + 1];
}

void align(const int* reference, int* items, int cols, int penalty) {
  if ((cols - 1) % BS != 0 || cols < BS + 1) return;
  const int block_width = (cols - 1) / BS;
  for (int i = 1; i <= block_width; ++i) nw_tiles<<<i, BS>>>(reference, items, cols, penalty, i, block_width);
}
