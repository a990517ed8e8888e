// case: last-lane-reads   expect: unsafe   class: upper-lane-garbage   launch: grid(1) block(48)   rule: shfl.inactive-source   at: v -= __shfl_sync(0xffffffffu, v, 31);
// cause: an up scan whose guard is left out adds nothing undefined, but the idx broadcast of lane 31 does: the last warp has sixteen lanes
// level: ptx
__global__ void scan_total(const int *in, int *out) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += t;
  }
  v -= __shfl_sync(0xffffffffu, v, 31);
  if (lane == 31 || threadIdx.x == blockDim.x - 1) out[threadIdx.x >> 5] = v;
}
