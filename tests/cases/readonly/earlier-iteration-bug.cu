// case: read-only-earlier-iteration-bug   expect: unsafe   class: readonly   launch: grid(1) block(64)   rule: memory.read-only   at: __ldg(&a[64 * i + threadIdx.x])
// cause: a thread stores to the word that it loaded in the iteration before
__global__ void k(int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += __ldg(&a[64 * i + threadIdx.x]);
    if (i > 0) a[64 * (i - 1) + threadIdx.x] = sum;
  }
}
