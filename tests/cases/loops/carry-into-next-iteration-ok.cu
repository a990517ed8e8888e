// case: carry-into-next-iteration   expect: safe   class: state-of-loop   launch: grid(1) block(64)   rule: -   at: -
// why: no iteration leaves a carry
__global__ void carry(int n, unsigned *out) {
  __shared__ int s;
  unsigned a, c;
  asm volatile("add.cc.u32 %0, 0, 0;" : "=r"(a));
  for (int i = 0; i < n; i++) {
    asm volatile("addc.u32 %0, 0, 0;" : "=r"(c));
    if (c) s = threadIdx.x;
    asm volatile("add.cc.u32 %0, %1, 1;" : "=r"(a) : "r"(i == 5000 ? 0xfffffffeu : 0u));
  }
  out[threadIdx.x] = a;
}
