// case: carry-call-ok   expect: safe   class: claims   launch: grid(1) block(32)   rule: -   at: -
// why: the call stands before the chain
#include <warpproof.h>
__device__ __noinline__ unsigned twice(unsigned a) {
  unsigned r;
  asm volatile("add.cc.u32 %0, %1, %1;" : "=r"(r) : "r"(a));
  return r;
}
__global__ void k(unsigned* o, unsigned a) {
  unsigned x, y;
  const unsigned z = twice(a);
  asm volatile("add.cc.u32 %0, 0xffffffff, 1;" : "=r"(x));
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(y));
  warpproof::assert_that(y == 1);
  o[threadIdx.x] = x + y + z;
}
