// pair: bitonic transposition  expect: equivalent
// pair: bitonic short_transposition  expect: different
// pair: bitonic descending  expect: different
// why: 30 rounds sort almost everything; the wrong direction
__device__ int bitonic(int v) {
  const int lane = threadIdx.x & 31;
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int w = __shfl_xor_sync(~0u, v, j);
      bool up = (lane & k) == 0, low = (lane & j) == 0;
      v = (up == low) ? min(v, w) : max(v, w);
    }
  return v;
}
__device__ int transposition(int v) {
  const int lane = threadIdx.x & 31;
  for (int r = 0; r < 32; ++r) {
    int partner = (r & 1) ? ((lane + 1) ^ 1) - 1 : lane ^ 1;
    bool has = partner >= 0 && partner < 32;
    int w = __shfl_sync(~0u, v, has ? partner : lane);
    v = partner > lane ? min(v, w) : max(v, w);
  }
  return v;
}
__device__ int short_transposition(int v) {
  const int lane = threadIdx.x & 31;
  for (int r = 0; r < 30; ++r) {
    int partner = (r & 1) ? ((lane + 1) ^ 1) - 1 : lane ^ 1;
    bool has = partner >= 0 && partner < 32;
    int w = __shfl_sync(~0u, v, has ? partner : lane);
    v = partner > lane ? min(v, w) : max(v, w);
  }
  return v;
}
__device__ int descending(int v) {
  const int lane = threadIdx.x & 31;
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int w = __shfl_xor_sync(~0u, v, j);
      bool up = (lane & k) != 0, low = (lane & j) == 0;
      v = (up == low) ? min(v, w) : max(v, w);
    }
  return v;
}
