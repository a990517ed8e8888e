// case: counted-exit-ok   expect: safe   class: named-barrier   launch: grid(1) block(128)   rule: -   at: -
// why: those who exit arrive at the barrier first
__global__ void halves(int* out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t >= 64) {
    s[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    return;
  }
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = n == 0x1234567 ? s[t + 64] : 0;
}
