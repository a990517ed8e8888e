// case: read-only-added-to-bug   expect: unsafe   class: readonly   launch: grid(any) block(96)   rule: memory.read-only   at: __ldg(&count[threadIdx.x % 8])
// cause: atomics store too
__global__ void k(int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&count[threadIdx.x % 4], 1);
  __syncthreads();
  out[i] = __ldg(&count[threadIdx.x % 8]);
}
