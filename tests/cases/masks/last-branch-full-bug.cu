// case: last-branch-full   expect: unsafe   class: full-mask-divergent   launch: grid(1) block(32)   at: base = __shfl_sync(0xffffffffu, base, leader);
// cause: lanes without a value meet a vote behind the branch and wait there
// level: ptx
__global__ void claim(const int *in, int *counter, int *out) {
  const int lane = threadIdx.x, v = in[lane];
  const unsigned keep = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (v > 0) {
    const int leader = __ffs(keep) - 1;
    if (lane == leader) base = atomicAdd(counter, __popc(keep));
    base = __shfl_sync(0xffffffffu, base, leader);
    out[lane] = base;
  }
  if (__any_sync(0xffffffffu, base > 100)) out[32] = 1;
}
