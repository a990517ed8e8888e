// case: carry-kept-by-guard   expect: safe   class: carry   launch: grid(1) block(64)   rule: -   at: -
// why: neither addition leaves a carry
__global__ void carry(unsigned n, unsigned *out) {
  __shared__ int s;
  unsigned a, c;
  asm volatile(
      "{ .reg .pred p; setp.eq.u32 p, %2, 77;"
      "  add.cc.u32 %0, 0, 0;"
      "  @p add.cc.u32 %0, 0, 0;"
      "  addc.u32 %1, 0, 0; }"
      : "=r"(a), "=r"(c)
      : "r"(n), "r"(0xffffffffu));
  if (c) s = threadIdx.x;
  out[threadIdx.x] = a;
}
