// case: read-only-loop-halves-bug   expect: unsafe   class: readonly   launch: grid(1) block(128)   rule: memory.read-only   at: __ldg(&a[i])
// cause: word n - 1 is loaded in one iteration and stored to in another
__global__ void k(int* a, int n) {
  if (n <= 0 || n > 100000) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int x = __ldg(&a[i]);
    if (i > 0) a[n + i - 2] = x + 1;
  }
}
