// A reduction whose first level is a shuffle; the block has whole warps.
#include <cuda_runtime.h>

#include <algorithm>
#include <iostream>

constexpr int kWarp = 32;
constexpr int kBlock = 8 * kWarp;

__device__ int warp_sum(int v) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}

__global__ void sum(const int* in, int* out, int n) {
  __shared__ int partial[kBlock / kWarp];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  v = warp_sum(v);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / kWarp ? partial[lane] : 0;
    v = warp_sum(v);
    if (lane == 0) atomicAdd(out, v);
  }
}

int main() {
  int n = 0;
  std::cin >> n;
  if (n <= 0) return 1;
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  const int blocks = std::min((n + kBlock - 1) / kBlock, 1024);
  sum<<<blocks, kBlock>>>(in, out, n);  // expect: proved
  int result = 0;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  std::cout << result << std::endl;
}
