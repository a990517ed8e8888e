// case: carry-of-leaving-lanes   expect: unproved   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// cause: lanes take the carry of their last iterations out of the loop
__global__ void carry(int n, unsigned *out) {
  __shared__ int s;
  unsigned a, c;
  asm volatile("add.cc.u32 %0, 0, 0;" : "=r"(a));
  for (int i = threadIdx.x; i < n; i += 32) {
    asm volatile("add.cc.u32 %0, %1, 1;" : "=r"(a) : "r"(i >= 5000 ? 0xffffffffu : 0u));
  }
  asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
  if (c) s = threadIdx.x;
  out[threadIdx.x] = a;
}
