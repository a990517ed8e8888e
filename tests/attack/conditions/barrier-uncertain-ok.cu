// case: barrier-uncertain-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: where n is 5, the second warp goes around the barrier, and threads read what they stored themselves.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (n == 5 ? t < 32 : 1) asm volatile("bar.sync 1, %0;" :: "r"(n == 5 ? 32 : 64) : "memory");
  out[t] = s[n == 5 ? t : 63 - t];
}
