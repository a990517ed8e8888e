// case: grid-stride-of-64-bits-bug   expect: unsafe   class: race   launch: grid(any) block(any:32)   rule: memory.implicit-warp-sync   at: a[i] *= by
// proved: -
// cause: the stride is that of half a block.
__global__ void scale(float* a, unsigned n, float by) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x / 2) a[i] *= by;
}
