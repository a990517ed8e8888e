// The block of a configuration is the one that its last assignment gives it.
__global__ void k(int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}
void run(int* out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 256;
  config.blockDim = 128;
  cudaLaunchKernelEx(&config, k, out);  // expect: proved
}
