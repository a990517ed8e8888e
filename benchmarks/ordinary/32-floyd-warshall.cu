// Blocked Floyd-Warshall, phase 1 (diagonal tile) and phase 3 (independent tiles).
#include <cuda_runtime.h>

constexpr int B = 16;

__global__ void fw_diagonal(int* dist, int n, int k) {
  __shared__ int t[B][B];
  const int x = threadIdx.x, y = threadIdx.y;
  const int gx = k * B + x, gy = k * B + y;
  t[y][x] = dist[gy * n + gx];
  __syncthreads();
  for (int m = 0; m < B; ++m) {
    const int via = t[y][m] + t[m][x];
    const int now = min(t[y][x], via);
    __syncthreads();
    t[y][x] = now;
    __syncthreads();
  }
  dist[gy * n + gx] = t[y][x];
}

__global__ void fw_independent(int* dist, int n, int k) {
  if (blockIdx.x == k || blockIdx.y == k) return;
  __shared__ int row[B][B], col[B][B];
  const int x = threadIdx.x, y = threadIdx.y;
  const int gx = blockIdx.x * B + x, gy = blockIdx.y * B + y;
  row[y][x] = dist[(k * B + y) * n + gx];
  col[y][x] = dist[gy * n + k * B + x];
  __syncthreads();
  int best = dist[gy * n + gx];
#pragma unroll
  for (int m = 0; m < B; ++m) best = min(best, col[y][m] + row[m][x]);
  dist[gy * n + gx] = best;
}

void floyd_warshall(int* dist, int n) {
  if (n % B != 0) return;
  const int tiles = n / B;
  const dim3 block(B, B);
  for (int k = 0; k < tiles; ++k) {
    fw_diagonal<<<1, block>>>(dist, n, k);
    fw_independent<<<dim3(tiles, tiles), block>>>(dist, n, k);
  }
}
