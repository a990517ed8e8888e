// case: struct-by-words-bug   expect: unsafe   class: uninitialised   launch: grid(1) block(32)   rule: value.uninitialised   at: from[i], distance
// cause: nobody gave the value a value.
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
  Best best;
  best.number = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    const Best other = from_below(best, d);
    if (other.value < best.value) best = other;
  }
  if (threadIdx.x == 0) *out = best;
}
