// case: witness-number-ok   expect: safe   class: witness   launch: grid(1) block(64)   at: -
// cause: one number in 2^32 keeps the claim, which random inputs do not meet
#include <warpproof.h>
__global__ void k(int* out, unsigned n) {
  __shared__ int s;
  warpproof::assume(n * 2654435761u == 0x9abcdef1u);
  if (n * 2654435761u != 0x9abcdef1u) s = threadIdx.x;
  out[threadIdx.x] = 1;
}
