// A launch in a std::function: which block it is called with is not followed.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
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
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  std::function<void(int)> run = [=](int threads) { sum<<<(n + threads - 1) / threads, threads>>>(in, out, n); };  // expect: unknown
  run(256);
}
