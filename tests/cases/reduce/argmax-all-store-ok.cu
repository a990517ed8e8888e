// case: argmax-all-store   expect: safe   class: reduce   launch: grid(1) block(32)   rule: -   at: -
// why: after the butterfly all lanes hold the same maximum and the same lane, so that all store one value
extern "C" __global__ void argmax(const int *in, int *out) {
  int best = in[threadIdx.x], lane = threadIdx.x;
  for (int d = 16; d > 0; d >>= 1) {
    const int v = __shfl_xor_sync(0xffffffffu, best, d), l = __shfl_xor_sync(0xffffffffu, lane, d);
    if (v > best || (v == best && l < lane)) {
      best = v;
      lane = l;
    }
  }
  out[0] = lane;
}
