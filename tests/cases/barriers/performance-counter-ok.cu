// case: performance-counter-ok   expect: safe   class: barrier   launch: grid(1) block(64)   rule: -   at: -
__global__ void waits(unsigned* out) {
  unsigned before, after;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(before));
  __syncthreads();
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(after));
  out[threadIdx.x] = after - before;
}
