// case: last-lane-reads   expect: safe   class: upper-lane-garbage   launch: grid(1) block(48)   at: -
// why: the last existing lane is the source
__global__ void scan_total(const int *in, int *out) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    const int t = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += t;
  }
  const int last = min(31, (int)blockDim.x - 1 - (int)(threadIdx.x & ~31u));
  v -= __shfl_sync(0xffffffffu, v, last);
  if (lane == 31 || threadIdx.x == blockDim.x - 1) out[threadIdx.x >> 5] = v;
}
