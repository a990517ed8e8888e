// case: shared-alignas-ok   expect: safe   class: frontend   launch: grid(1) block(64)   rule: -   at: -
// why: nvcc takes alignas behind __shared__
__global__ void swap(float* data) {
  __shared__ alignas(16) float tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x ^ 32];
}
