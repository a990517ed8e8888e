// case: stored-a-block-apart   expect: safe   class: race   launch: grid(1) block(any:32)   at: -
// Behind a shared sum each thread stores to elements of its own, a block's width apart.
__global__ void add_sum(const int* in, int* out, int n) {
  __shared__ int sums[32];
  int v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] + sums[0];
}
