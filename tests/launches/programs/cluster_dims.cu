// The shape of a cluster is written at the kernel; its blocks work alone.
#include <cstdio>

constexpr int kThreads = 128;

__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(kThreads) reverse_tiles(const int* in, int* out, int n) {
  __shared__ int tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = tile[kThreads - 1 - threadIdx.x];
}

int main() {
  const int n = 1 << 20;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  reverse_tiles<<<n / kThreads, kThreads>>>(in, out, n);  // expect: proved
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
}
