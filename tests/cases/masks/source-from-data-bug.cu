// case: source-from-data   expect: unsafe   class: source-from-data   launch: grid(1) block(32)   rule: shfl.source-outside-mask   at: const int v = __shfl_sync(mask, in[lane], in[32 + lane] & 31);
// note: the source lane comes from data; in a branch it must be one of the branch's lanes
extern "C" __global__ void gather(const int *in, int *out) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, lane < 20);
  if (lane < 20) {
    const int v = __shfl_sync(mask, in[lane], in[32 + lane] & 31);
    out[lane] = v;
  }
}
