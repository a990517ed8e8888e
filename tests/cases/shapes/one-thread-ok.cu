// case: one-thread-ok   expect: safe   class: shapes   launch: grid(any) block(any,any)   rule: -   at: -
// why: it holds of a block of one thread, too
#include <warpproof.h>
__global__ void k(int* o) {
  const int i = threadIdx.y * blockDim.x + threadIdx.x;
  warpproof::assert_that(blockDim.x * blockDim.y >= 1);
  o[i] = i;
}
