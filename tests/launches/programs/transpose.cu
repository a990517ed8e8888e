// A tiled transpose of a matrix.
#include <cstdio>
#include <cstdlib>

const int TILE = 32;
const int ROWS = 8;

__global__ void transpose(float* out, const float* in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main(int argc, char** argv) {
  if (argc != 1) {
    fprintf(stderr, "usage: %s\n", argv[0]);
    exit(2);
  }
  const int width = 1000, height = 600;
  float *in, *out;
  cudaMalloc((void**)&in, sizeof(float) * width * height);
  cudaMalloc((void**)&out, sizeof(float) * width * height);
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  dim3 block(TILE, ROWS);
  transpose<<<grid, block>>>(out, in, width, height);  // expect: proved
  cudaDeviceSynchronize();
  return 0;
}
