// case: histogram-bug   expect: unsafe  class: bounds   launch: grid(any) block(128) bounds(all)   rule: memory.out-of-bounds   at: bins[in[i]]
// cause: data of 16 bits is no index of 256 bins
__global__ void histogram(const unsigned short* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}
