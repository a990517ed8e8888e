// case: read-only-other-block-bug   expect: unsafe   class: readonly   launch: grid(2) block(64)   rule: memory.read-only   at: __ldg(&a[threadIdx.x])
// cause: a flag orders the blocks, but the read-only data cache does not follow the other block's stores
__global__ void k(int* out, int* a, unsigned* flag) {
  if (blockIdx.x == 0) {
    a[threadIdx.x] = 5;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(flag, 1u);
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0u) != 1u) {
      }
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = __ldg(&a[threadIdx.x]);
  }
}
