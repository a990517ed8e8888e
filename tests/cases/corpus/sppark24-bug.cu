// case: sppark24   expect: unsafe   class: missing-syncthreads-war   launch: grid(1) block(128)   rule: race   at: counters[t] = 0;
// source: sppark #24 (sort.cuh)
// url: https://github.com/supranational/sppark/issues/24
// cause: warp 0 reads the counters for its scan while the other warps already reset theirs
extern "C" __global__ void digit_scan(const unsigned *in, unsigned *out) {
  __shared__ unsigned counters[128];
  const int t = threadIdx.x;
  counters[t] = 0;
  __syncthreads();
  atomicAdd(&counters[in[t] & 127], 1u);
  __syncthreads();
  if (t < 32) {
    unsigned sum = 0;
    for (int k = 0; k < 4; ++k) sum += counters[t * 4 + k];
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (t == 0) out[128] = sum;
  }
  const unsigned mine = counters[t];
  counters[t] = 0;
  out[t] = mine;
}
