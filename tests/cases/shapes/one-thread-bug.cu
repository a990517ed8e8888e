// case: one-thread-bug   expect: unsafe  class: shapes   launch: grid(any) block(any,any)   rule: assert.user   at: assert_that
// cause: a block of one thread has no second one; what is proved of any two threads has to look at it, too
#include <warpproof.h>
__global__ void k(int* o) {
  const int i = threadIdx.y * blockDim.x + threadIdx.x;
  warpproof::assert_that(blockDim.x * blockDim.y > 1);
  o[i] = i;
}
