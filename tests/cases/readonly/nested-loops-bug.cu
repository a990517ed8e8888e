// case: read-only-nested-loops-bug   expect: unsafe   class: readonly   launch: grid(1) block(64) runs(none)   rule: memory.read-only   at: __ldg(&a[64 * j + threadIdx.x])
// cause: a store of an outer iteration is to a word that inner iterations load
__global__ void k(int* a, int n, int p, unsigned m) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p; ++j) s += __ldg(&a[64 * j + threadIdx.x]);
    if (m * 2654435761u == 0x9e3779b9u && i >= 500) a[64 * (i - 500) + threadIdx.x] = s;
  }
}
