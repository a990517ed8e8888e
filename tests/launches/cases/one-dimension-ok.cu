// Blocks of one dimension and an open size, of a kernel that also reads where a thread is along y.
#include <cuda_runtime.h>
__global__ void sums(float* out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = out[t];
  if (blockDim.y == 8 && n > 0) s[0] = t;
  __syncthreads();
  out[t] = s[t];
}
void go(float* out, int n) {
  dim3 block(n < 1024 ? n : 1024);
  sums<<<1, block>>>(out, n);  // expect: proved
}
