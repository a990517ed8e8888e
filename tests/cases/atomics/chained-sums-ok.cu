// case: chained-sums   expect: safe   class: missing-fence   launch: grid(4) block(32)   rule: -   at: -
// note: a block waits for the running sum of the one before it (chained scan); value and flag are two words
__device__ volatile int flags[4];

extern "C" __global__ void chained(const int *in, int *sums, int *out) {
  __shared__ int before;
  const int t = threadIdx.x;
  const int v = __reduce_add_sync(0xffffffffu, in[blockIdx.x * 32 + t]);
  if (t == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + v;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  out[blockIdx.x * 32 + t] = before + v;
}
