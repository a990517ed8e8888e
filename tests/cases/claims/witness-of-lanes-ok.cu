// case: witness-of-lanes-ok   expect: safe   class: witness   launch: grid(1) block(512)   at: -
// cause: all threads keep the claim
#include <warpproof.h>
__global__ void k(int* out) {
  __shared__ int s;
  warpproof::assume(threadIdx.x < 512);
  if (threadIdx.x > 511) s = threadIdx.x;
  out[threadIdx.x] = 1;
}
