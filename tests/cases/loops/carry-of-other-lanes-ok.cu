// case: carry-of-other-lanes   expect: safe   class: carry   launch: grid(1) block(64)   rule: -   at: -
// why: both ways write the carry flag
__global__ void carry(int n, unsigned *out) {
  unsigned a, c;
  if (n == 77) asm volatile("add.cc.u32 %0, 0, 0;" : "=r"(a));
  else asm volatile("add.cc.u32 %0, 1, 0;" : "=r"(a));
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
  out[threadIdx.x] = a + c;
}
