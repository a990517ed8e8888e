// Blocks that functions give back: one is larger than the kernel's array.
#include <cuda_runtime.h>

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[256];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = part[255 - threadIdx.x];
}

struct Config {
  dim3 grid, block;
};
static Config config_for(int n, int threads) {
  Config c;
  c.block = dim3(threads);
  c.grid = dim3(n / threads);
  return c;
}
static void halved(int n, int& blocks, int& threads) {
  threads = 256;
  blocks = n / threads;
  threads /= 2;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096 * sizeof(int));
  cudaMalloc(&out, 4096 * sizeof(int));
  const Config good = config_for(4096, 256), bad = config_for(4096, 128);
  reverse<<<good.grid, good.block>>>(in, out);  // expect: proved
  reverse<<<bad.grid, bad.block>>>(in, out);  // expect: violation
  int blocks, threads;
  halved(4096, blocks, threads);
  reverse<<<blocks, threads>>>(in, out);  // expect: unknown
  cudaDeviceSynchronize();
}
