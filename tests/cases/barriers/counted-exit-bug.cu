// case: counted-exit-bug   expect: unsafe   class: named-barrier   launch: grid(1) block(128)   rule: race   at: s[t + 64]
// cause: a barrier with a count waits for nobody who exits
__global__ void halves(int* out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t >= 64) {
    s[t] = t;
    return;
  }
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = n == 0x1234567 ? s[t + 64] : 0;
}
