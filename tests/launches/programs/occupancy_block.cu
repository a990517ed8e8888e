// Blocks that the run time chooses: right for each of them, or only for those that it gives.
#include <cuda_runtime.h>
#include <algorithm>
__global__ void saxpy(float a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}
__global__ void warp_sums(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? x[i] : 0;
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  if (threadIdx.x % 32 == 0) y[i / 32] = v;
}
int main() {
  const int n = 1 << 22;
  float *x, *y;
  cudaMalloc(&x, n * 4);
  cudaMalloc(&y, n * 4);
  int grid, block;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, saxpy, 0, 0);
  saxpy<<<grid, block>>>(2.f, x, y, n);  // expect: proved
  int grid2 = 0, block2 = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid2, &block2, warp_sums, 0, 512);
  grid2 = (n + block2 - 1) / block2;
  warp_sums<<<grid2, block2>>>(x, y, n);  // expect: unknown
  int blocks = 0, dev = 0, sms = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, saxpy, 128, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
  saxpy<<<std::max(1, blocks * sms), 128>>>(1.f, x, y, n);  // expect: proved
}
