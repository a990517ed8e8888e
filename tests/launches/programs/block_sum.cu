// Sums an array in two passes; the second has one block.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

template <int kThreads>
__global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float partial[kThreads];
  float sum = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n; i += gridDim.x * kThreads) sum += in[i];
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

int main() {
  const int n = 1 << 16, blocks = 64;
  float *in, *partial, *out, sum;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&partial, blocks * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  block_sum<256><<<blocks, 256>>>(in, partial, n);     // expect: proved
  block_sum<64><<<1, 64>>>(partial, out, blocks);      // expect: proved
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  assert(sum >= 0);
  printf("%f\n", sum);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
  return EXIT_SUCCESS;
}
