// case: carry-of-other-lanes   expect: unsafe   class: carry   launch: grid(1) block(64)   rule: -   at: asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
// cause: the carry flag is read where nothing wrote it
// level: ptx
__global__ void carry(int n, unsigned *out) {
  unsigned a, c;
  if (n == 77) asm volatile("add.cc.u32 %0, 0, 0;" : "=r"(a));
  else a = 1;
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
  out[threadIdx.x] = a + c;
}
