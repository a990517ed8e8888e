// A structure that a function of several statements fills.
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
struct Config { dim3 grid, block; size_t shared = 0; cudaStream_t stream = 0; };
static Config make_config(int n) {
  Config c;
  c.block = dim3(256);
  c.grid = dim3((n + c.block.x - 1) / c.block.x);
  return c;
}
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  Config c = make_config(n);
  sum<<<c.grid, c.block, c.shared, c.stream>>>(in, out, n);  // expect: proved
}
