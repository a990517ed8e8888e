// A matrix-vector product in half precision with half2 loads and a warp reduction.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cassert>

__inline__ __device__ float warpReduceSum(float val) {
  for (int mask = warpSize / 2; mask > 0; mask /= 2) val += __shfl_xor_sync(0xffffffff, val, mask);
  return val;
}

template <int WARPS>
__global__ __launch_bounds__(WARPS * 32) void gemv(const __half* __restrict__ A, const __half* __restrict__ x,
                                                   __half* __restrict__ y, int rows, int cols) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = blockIdx.x * WARPS + warp;
  if (row >= rows) return;
  const half2* a2 = reinterpret_cast<const half2*>(A + size_t(row) * cols);
  const half2* x2 = reinterpret_cast<const half2*>(x);
  float acc = 0.f;
  for (int i = lane; i < cols / 2; i += 32) {
    const float2 a = __half22float2(a2[i]), b = __half22float2(x2[i]);
    acc += a.x * b.x + a.y * b.y;
  }
  acc = warpReduceSum(acc);
  if (lane == 0) y[row] = __float2half(acc);
}

int main() {
  const int rows = 1000, cols = 512;
  assert(cols % 2 == 0);
  std::vector<__half> h(rows * cols);
  for (size_t i = 0; i < h.size(); ++i) h[i] = __float2half(rand() / (float)RAND_MAX);
  __half *A, *x, *y;
  cudaMalloc((void**)&A, h.size() * sizeof(__half));
  cudaMalloc((void**)&x, cols * sizeof(__half));
  cudaMalloc((void**)&y, rows * sizeof(__half));
  cudaMemcpy(A, h.data(), h.size() * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(x, h.data(), cols * sizeof(__half), cudaMemcpyHostToDevice);
  constexpr int kWarps = 4;
  gemv<kWarps><<<(rows + kWarps - 1) / kWarps, kWarps * 32>>>(A, x, y, rows, cols);  // expect: proved
  std::vector<__half> out(rows);
  cudaMemcpy(out.data(), y, rows * sizeof(__half), cudaMemcpyDeviceToHost);
  printf("%f\n", __half2float(out[0]));
  cudaFree(A); cudaFree(x); cudaFree(y);
}
