// A macro that launches.
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
#define THREADS 256
#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define LAUNCH(kernel, n, ...)                                   \
  do {                                                           \
    kernel<<<DIV_UP(n, THREADS), THREADS>>>(__VA_ARGS__);         \
    cudaError_t err = cudaGetLastError();                        \
    if (err != cudaSuccess) { printf("%s\n", cudaGetErrorString(err)); exit(1); } \
  } while (0)
int main() {
  const int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n / 256 * sizeof(float));
  LAUNCH(sum, n, in, out, n);  // expect: proved
}
