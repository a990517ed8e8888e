// case: read-only-own-write-bug   expect: unsafe   class: readonly   launch: grid(any) block(64)   rule: memory.read-only   at: int x = __ldg(&a[i]);
// cause: the read-only data cache does not follow stores, those of the thread itself included
__global__ void k(int* out, int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 5;
  int x = __ldg(&a[i]);
  if (x != 5) out[0] = threadIdx.x;
}
