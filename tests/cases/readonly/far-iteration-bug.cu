// case: read-only-far-iteration-bug   expect: unsafe   class: readonly   launch: grid(1) block(64)   rule: memory.read-only   at: __ldg(&a[64 * i + (threadIdx.x ^ 1)])
// cause: barriers lie between the load and the store, which is three iterations later
__global__ void k(int* a, int n) {
  for (int i = 0; i < n; ++i) {
    int x = __ldg(&a[64 * i + (threadIdx.x ^ 1)]);
    __syncthreads();
    if (i >= 3) a[64 * (i - 3) + threadIdx.x] = x;
    __syncthreads();
  }
}
