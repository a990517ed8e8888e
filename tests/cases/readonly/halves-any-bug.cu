// case: read-only-halves-any-bug   expect: unsafe   class: readonly   launch: grid(1) block(any:1024)   rule: memory.read-only   at: __ldg(&a[i])
// cause: the halves are n apart, and threads beyond n load too
__global__ void k(int* a, int n) {
  const int i = threadIdx.x;
  if (n > 0 && n < 512) {
    int x = __ldg(&a[i]);
    if (i < n) a[n + i] = x;
  }
}
