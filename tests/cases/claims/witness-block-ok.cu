// case: witness-block-ok   expect: safe   class: witness   launch: grid(any) block(64)   at: -
// cause: the claim is about one block of a larger grid
#include <warpproof.h>
__global__ void k(int* out) {
  __shared__ int s;
  warpproof::assume(blockIdx.x == 4711);
  if (blockIdx.x != 4711) s = threadIdx.x;
  out[threadIdx.x] = 1;
}
