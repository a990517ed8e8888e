// A benchmark that is given the function that launches.
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
template <class Kernel, class... Args>
float benchmark_kernel(int repeats, Kernel kernel, Args&&... args) {
  cudaEvent_t a, b;
  cudaEventCreate(&a);
  cudaEventCreate(&b);
  float total = 0;
  for (int i = 0; i < repeats; ++i) {
    float ms;
    cudaEventRecord(a);
    kernel(static_cast<Args&&>(args)...);
    cudaEventRecord(b);
    cudaEventSynchronize(b);
    cudaEventElapsedTime(&ms, a, b);
    total += ms;
  }
  return total / repeats;
}
void sum_launch(const float* in, float* out, int n, const int block) {
  sum<<<(n + block - 1) / block, block>>>(in, out, n);  // expect: proved
}
void dispatch(int number, const float* in, float* out, int n, const int block) {
  switch (number) {
    case 1: sum_launch(in, out, n, block); break;
    default: printf("no such kernel\n"); exit(1);
  }
}
int main(int argc, char** argv) {
  int number = argc > 1 ? atoi(argv[1]) : 1;
  int n = 1 << 20;
  float *in, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n / 64);
  int blocks[] = {256, 256};
  for (int j = 0; j < sizeof(blocks) / sizeof(int); ++j) {
    int block = blocks[j];
    dispatch(number, in, out, n, block);
    float ms = benchmark_kernel(100, dispatch, number, in, out, n, block);
    printf("%d: %f\n", block, ms);
  }
}
