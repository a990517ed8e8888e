// case: read-only-after-barrier-bug   expect: unsafe   class: readonly   launch: grid(any) block(64)   rule: memory.read-only   at: __ldg(&a[base + 63 - threadIdx.x])
// cause: a barrier orders the two, but no barrier makes the read-only data cache see a store
__global__ void k(float* out, float* a) {
  const int base = blockIdx.x * 64;
  a[base + threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[base + threadIdx.x] = __ldg(&a[base + 63 - threadIdx.x]);
}
