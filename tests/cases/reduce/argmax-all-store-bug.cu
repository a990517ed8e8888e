// case: argmax-all-store   expect: unsafe   class: reduce   launch: grid(1) block(32)   rule: store.same-instruction   at: out[0] = lane;
// cause: of equal maxima each lane keeps its own, so that the lanes store different values
extern "C" __global__ void argmax(const int *in, int *out) {
  int best = in[threadIdx.x], lane = threadIdx.x;
  for (int d = 16; d > 0; d >>= 1) {
    const int v = __shfl_xor_sync(0xffffffffu, best, d), l = __shfl_xor_sync(0xffffffffu, lane, d);
    if (v > best) {
      best = v;
      lane = l;
    }
  }
  out[0] = lane;
}
