// case: mixed-carry-bug   expect: unsafe   class: barrier   launch: grid(1) block(64)   rule: barrier.divergent   at: __syncthreads
// cause: sub.cc leaves not-borrow, so that addc adds 1 exactly where a >= b (spec/carry.h)
__global__ void waits(const unsigned* in, unsigned* out) {
  unsigned difference, flag;
  asm volatile("{ sub.cc.u32 %0, %2, 7; addc.u32 %1, 0, 0; }" : "=r"(difference), "=r"(flag) : "r"(threadIdx.x + 7));
  if (flag == 0 || threadIdx.x < 40) __syncthreads();
  out[threadIdx.x] = difference + in[threadIdx.x];
}
