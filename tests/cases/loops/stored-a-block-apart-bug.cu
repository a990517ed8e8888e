// case: stored-a-block-apart   expect: unsafe   class: race   launch: grid(1) block(any:32)   at: out[i] = out[i + 1] + sums[0];
// The next thread's element is read while it is stored to.
__global__ void add_sum(const int* in, int* out, int n) {
  __shared__ int sums[32];
  int v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) v += in[i];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = out[i + 1] + sums[0];
}
