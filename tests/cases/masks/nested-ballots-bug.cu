// case: nested-ballots   expect: unsafe   class: stale-mask   launch: grid(1) block(32)   at: const unsigned inner = __ballot_sync(outer, b);
// cause: the inner ballot runs under the outer mask in a branch that fewer lanes take
// level: ptx
__global__ void refine(const int *in, unsigned *out) {
  const int v = in[threadIdx.x];
  const bool a = v > 0, b = (v & 1) != 0;
  unsigned r = 0;
  const unsigned outer = __ballot_sync(0xffffffffu, a);
  if (a) {
    if (b) {
      const unsigned inner = __ballot_sync(outer, b);
      r = __ballot_sync(inner, v > 7);
    }
    __syncwarp(outer);
    r |= __shfl_sync(outer, r, __ffs(outer) - 1);
  }
  out[threadIdx.x] = r;
}
