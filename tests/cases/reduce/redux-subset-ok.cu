// case: redux-subset   expect: safe   class: stale-mask   launch: grid(1) block(32)   at: -
// why: every lane of the branch is in the mask that the ballot before it gave
__global__ void extent(const int *in, unsigned *out) {
  const int v = in[threadIdx.x];
  const unsigned live = __ballot_sync(0xffffffffu, v >= 0);
  if (v >= 0) {
    unsigned lo = 0, hi = 0;
    hi = __reduce_max_sync(live, (unsigned)v);
    lo = __reduce_min_sync(live, (unsigned)v);
    const unsigned all = __reduce_and_sync(live, (unsigned)v), any = __reduce_or_sync(live, (unsigned)v);
    out[threadIdx.x] = (hi - lo) ^ all ^ any ^ __reduce_xor_sync(live, 1u);
  }
}
