// case: popsift82-prefix   expect: safe   class: missing-syncthreads   launch: grid(1) block(32,4) n=200   rule: -   at: -
// source: popsift PR #82 (excl_blk_prefix_sum)
// url: https://github.com/alicevision/popsift/pull/82
extern "C" __global__ void excl_prefix(const int *in, int *out, int n) {
  __shared__ int warp_sum[4], total;
  const int lane = threadIdx.x, wy = threadIdx.y;
  if (lane == 0 && wy == 0) total = 0;
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    const int i = base + wy * 32 + lane;
    const int v = i < n ? in[i] : 0;
    int incl = v;
    for (int d = 1; d < 32; d <<= 1) {
      const int t = __shfl_up_sync(0xffffffffu, incl, d);
      if (lane >= d) incl += t;
    }
    if (lane == 31) warp_sum[wy] = incl;
    __syncthreads();
    int before = 0;
    for (int k = 0; k < wy; ++k) before += warp_sum[k];
    if (i < n) out[i] = total + before + incl - v;
    __syncthreads();
    if (threadIdx.y == 3 && threadIdx.x == 31) total += incl + before;
    __syncthreads();
  }
}
