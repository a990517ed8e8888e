// case: read-only-halves-bug   expect: unsafe   class: readonly   launch: grid(1) block(64)   rule: memory.read-only   at: __ldg(&a[threadIdx.x])
// cause: the halves have word 63 in common
__global__ void k(int* a) {
  int x = __ldg(&a[threadIdx.x]);
  a[63 + threadIdx.x] = x;
}
