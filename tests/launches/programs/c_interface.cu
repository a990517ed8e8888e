// Functions for C.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
extern "C" {
static const unsigned kThreads = 256;
cudaError_t sum_async(const float* in, float* out, int n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  const unsigned blocks = ((unsigned)n + kThreads - 1u) / kThreads;
  sum<<<blocks, kThreads, 0, stream>>>(in, out, n);  // expect: proved
  return cudaPeekAtLastError();
}
int sum_sync(const float* in, float* out, int n) {
  if (sum_async(in, out, n, 0) != cudaSuccess) return -1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;
}
}
