// case: carry-call-bug   expect: unsafe  class: claims   launch: grid(1) block(32)   rule: value.uninitialised   at: -
// cause: the carry flag does not outlast a call (PTX ISA 9.x, 9.7.2); the called function sets it, too
#include <warpproof.h>
__device__ __noinline__ unsigned twice(unsigned a) {
  unsigned r;
  asm volatile("add.cc.u32 %0, %1, %1;" : "=r"(r) : "r"(a));
  return r;
}
__global__ void k(unsigned* o, unsigned a) {
  unsigned x, y;
  asm volatile("add.cc.u32 %0, 0xffffffff, 1;" : "=r"(x));
  const unsigned z = twice(a);
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(y));
  warpproof::assert_that(y == 1);
  o[threadIdx.x] = x + y + z;
}
