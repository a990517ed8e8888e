// case: performance-counter-bug   expect: unproved   class: barrier   launch: grid(1) block(64)   rule: -   at: -
// cause: a performance counter gives another value at each read, and in each thread
__global__ void waits(int* out) {
  unsigned before, after;
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(before));
  asm volatile("mov.u32 %0, %%pm0;" : "=r"(after));
  if (before != after) __syncthreads();
  out[threadIdx.x] = 1;
}
