// Softmax of rows of half numbers, a warp a row; a class computes the launch.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>

struct LaunchConfig {
  dim3 grid, block;
  size_t shared;
  LaunchConfig(int rows, int warps) : grid((rows + warps - 1) / warps), block(32, warps), shared(0) {}
};

__device__ __forceinline__ float warpMax(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
  return v;
}
__device__ __forceinline__ float warpSum(float v) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
  return v;
}

__global__ void softmax_rows(const __half* in, __half* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const __half* src = in + (size_t)row * cols;
  __half* dst = out + (size_t)row * cols;
  float m = -1e30f;
  for (int c = threadIdx.x; c < cols; c += 32) m = fmaxf(m, __half2float(src[c]));
  m = warpMax(m);
  float s = 0.f;
  for (int c = threadIdx.x; c < cols; c += 32) s += __expf(__half2float(src[c]) - m);
  s = warpSum(s);
  for (int c = threadIdx.x; c < cols; c += 32) dst[c] = __float2half(__expf(__half2float(src[c]) - m) / s);
}

int main() {
  const int rows = 4096, cols = 1000;
  __half *in, *out;
  cudaMalloc(&in, sizeof(__half) * rows * cols);
  cudaMalloc(&out, sizeof(__half) * rows * cols);
  LaunchConfig cfg(rows, 4);
  softmax_rows<<<cfg.grid, cfg.block, cfg.shared>>>(in, out, rows, cols);  // expect: proved
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
