// one-dimension-ok.cu with an open size along y, too.
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
  dim3 block(32, n < 16 ? n : 16);
  sums<<<1, block>>>(out, n);  // expect: violation
}
