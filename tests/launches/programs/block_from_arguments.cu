// A block from the command line, of which the program takes one value only.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cstring>
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
int main(int argc, char** argv) {
  int threads = 256, n = 1 << 20;
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--threads") && i + 1 < argc) threads = atoi(argv[++i]);
    if (!strcmp(argv[i], "--n") && i + 1 < argc) n = atoi(argv[++i]);
  }
  if (threads != 256) {
    fprintf(stderr, "only 256 threads are supported\n");
    return 1;
  }
  if (n <= 0) return 1;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, (n + 255) / 256 * sizeof(float));
  sum<<<(n + threads - 1) / threads, threads>>>(in, out, n);  // expect: proved
}
