// case: redux-subset   expect: unsafe   class: stale-mask   launch: grid(1) block(32)   rule: mask.self   at: hi = __reduce_max_sync(live, (unsigned)v);
// cause: the mask holds the positive lanes, the non-negative ones execute the reduction
// level: ptx
__global__ void extent(const int *in, unsigned *out) {
  const int v = in[threadIdx.x];
  const unsigned live = __ballot_sync(0xffffffffu, v > 0);
  if (v >= 0) {
    unsigned lo = 0, hi = 0;
    hi = __reduce_max_sync(live, (unsigned)v);
    lo = __reduce_min_sync(live, (unsigned)v);
    const unsigned all = __reduce_and_sync(live, (unsigned)v), any = __reduce_or_sync(live, (unsigned)v);
    out[threadIdx.x] = (hi - lo) ^ all ^ any ^ __reduce_xor_sync(live, 1u);
  }
}
