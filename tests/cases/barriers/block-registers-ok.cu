// case: block-registers   expect: safe   class: special-registers   launch: grid(1) block(32)   rule: -   at: -
// note: two registers that are the same for the whole block need not be equal; one read twice is
extern "C" __global__ void environment(int *out) {
  unsigned a, b;
  asm volatile("mov.u32 %0, %%envreg1;" : "=r"(a));
  asm volatile("mov.u32 %0, %%envreg1;" : "=r"(b));
  if (a != b && threadIdx.x < 7) __syncthreads();  // for some
  __syncthreads();
  out[threadIdx.x] = a;
}
