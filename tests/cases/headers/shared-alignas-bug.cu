// case: shared-alignas-bug   expect: unsafe   class: frontend   launch: grid(1) block(64)   rule: race   at: tile[threadIdx.x ^ 32]
// cause: no barrier
__global__ void swap(float* data) {
  __shared__ alignas(16) float tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[threadIdx.x ^ 32];
}
