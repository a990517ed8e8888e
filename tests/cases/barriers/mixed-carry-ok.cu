// case: mixed-carry-ok   expect: safe   class: barrier   launch: grid(1) block(64)   rule: -   at: -
__global__ void waits(const unsigned* in, unsigned* out) {
  unsigned difference, flag;
  asm volatile("{ sub.cc.u32 %0, %2, 7; addc.u32 %1, 0, 0; }" : "=r"(difference), "=r"(flag) : "r"(threadIdx.x + 7));
  if (flag == 1) __syncthreads();
  out[threadIdx.x] = difference + in[threadIdx.x];
}
