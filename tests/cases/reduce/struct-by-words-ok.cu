// case: struct-by-words-ok   expect: safe   class: struct-shuffle   launch: grid(1) block(32)   rule: -   at: -
// why: the padding behind the number is exchanged and copied with the rest, and nobody uses it.
struct Best {
  int number;
  double value;
};
__device__ Best from_below(Best mine, int distance) {
  Best theirs;
  unsigned* to = reinterpret_cast<unsigned*>(&theirs);
  const unsigned* from = reinterpret_cast<const unsigned*>(&mine);
  for (int i = 0; i < sizeof(Best) / 4; ++i) to[i] = __shfl_down_sync(~0u, from[i], distance);
  return theirs;
}
__global__ void least(const double* in, Best* out) {
  Best best = {(int)threadIdx.x, in[threadIdx.x]};
  for (int d = 16; d > 0; d /= 2) {
    const Best other = from_below(best, d);
    if (other.value < best.value) best = other;
  }
  if (threadIdx.x == 0) *out = best;
}
