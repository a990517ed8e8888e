// case: assert-launch   expect: safe   class: stops   launch: grid(1) block(any:32)   at: -
// why: what the kernel demands of its launch is assumed and listed
#include <cassert>
__global__ void k(int* out, int n) {
  assert(n > 3 && blockDim.x <= 64);
  __shared__ int s[64];
  s[threadIdx.x] = n;
  if (n > 1) __syncthreads();
  out[threadIdx.x] = s[63 < blockDim.x - 1 ? 63 : blockDim.x - 1];
}
