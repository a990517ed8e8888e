// case: bit-fields   expect: safe   class: uninitialised-value   launch: grid(1) block(32)   rule: -   at: -
// pending: that lanes of one store write one value takes more than the effort of one kernel
// note: bit-fields of a private struct are set one after the other, each in the word around it
struct Best {
  unsigned lane : 5, value : 20, valid : 1;
};
extern "C" __global__ void argmax(const int *in, int *out) {
  Best best;
  best.lane = threadIdx.x;
  best.value = in[threadIdx.x] & 0xfffff;
  best.valid = in[threadIdx.x] > 0;
  for (int d = 16; d > 0; d >>= 1) {
    const unsigned v = __shfl_xor_sync(0xffffffffu, best.value, d), l = __shfl_xor_sync(0xffffffffu, best.lane, d);
    if (v > best.value || (v == best.value && l < best.lane)) {
      best.value = v;
      best.lane = l;
    }
  }
  if (best.valid) out[0] = best.lane;
}
