// pair: by_redux by_shuffle  expect: equivalent
// pair: min_signed min_by_shuffle  expect: equivalent
// pair: min_unsigned min_by_shuffle  expect: different
// pair: by_redux over_half  expect: different
// why: signed for unsigned; a mask of half the warp
__device__ int by_redux(int v) { return __reduce_add_sync(0xffffffffu, v); }
__device__ int by_shuffle(int v) {
  for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  return v;
}
__device__ int min_signed(int v) { return __reduce_min_sync(0xffffffffu, v); }
__device__ int min_unsigned(int v) { return (int)__reduce_min_sync(0xffffffffu, (unsigned)v); }
__device__ int min_by_shuffle(int v) {
  for (int i = 16; i > 0; i /= 2) v = min(v, __shfl_xor_sync(0xffffffffu, v, i));
  return v;
}
__device__ int over_half(int v) {
  const unsigned half = (threadIdx.x & 16) ? 0xffff0000u : 0x0000ffffu;
  return __reduce_add_sync(half, v);
}
