// case: division-unused-quotient-ok   expect: safe   class: division   launch: grid(1) block(64)   at: -
// cause: thread 0 divides by zero, and does not use what it gets
__global__ void k(int* out) {
  int t = threadIdx.x, q;
  asm volatile("div.s32 %0, %1, %2;" : "=r"(q) : "r"(100), "r"(t));
  out[t] = t == 0 ? 1 : q;
}
