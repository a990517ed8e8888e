// case: performance-counter-64-bug   expect: unsafe   class: barrier   launch: grid(1) block(64)   rule: barrier.divergent   at: __syncthreads
// cause: the threads of a block read different values of a performance counter
__global__ void waits(int* out) {
  unsigned long long events;
  asm volatile("mov.u64 %0, %%pm3_64;" : "=l"(events));
  if ((events & 1) == 0) __syncthreads();
  out[threadIdx.x] = 1;
}
