// case: warp-search   expect: safe   class: variable-source   launch: grid(1) block(32)   at: -
// why: each lane probes five times whatever it finds
__global__ void lower(const int *sorted, const int *in, int *out) {
  const int v = sorted[threadIdx.x], key = in[threadIdx.x];
  int lo = 0, hi = 31;
  for (int round = 0; round < 5; ++round) {
    const int probe = __shfl_sync(0xffffffffu, v, (lo + hi) / 2);
    if (probe < key) lo = (lo + hi) / 2 + 1;
    else hi = (lo + hi) / 2;
  }
  __syncwarp();
  out[threadIdx.x] = lo;
}
