// Dynamic shared memory and a shape of two dimensions.
__global__ void k(int* out) {
  extern __shared__ int s[];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[blockIdx.x * blockDim.x * blockDim.y + t] = s[blockDim.x * blockDim.y - 1 - t];
}
void run(int* out, int n) {
  dim3 block(16, 8);
  void* arguments[] = {&out};
  cudaLaunchCooperativeKernel((void*)k, dim3(n), block, arguments, 16 * 8 * sizeof(int));  // expect: violation
}
