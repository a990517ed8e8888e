// case: histogram-ok   expect: safe   class: bounds   launch: grid(any) block(128) bounds(all)   rule: -   at: -
// why: a byte is a good index of 256 bins; the buffer's size is not given, so its bounds are assumed
__global__ void histogram(const unsigned char* in, unsigned* out, int n) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
}
