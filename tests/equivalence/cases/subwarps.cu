// pair: halves_by_width halves_by_xor  expect: equivalent  lanes: 0,16
// pair: halves_by_width whole  expect: different  lanes: 8
// pair: halves_by_width halves_by_mask  expect: equivalent
// pair: halves_by_width quarters  expect: different  lanes: 0
// why: width 32 for 16; width 8 for 16
__device__ int halves_by_width(int v) {
  for (int i = 8; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i, 16);
  return v;
}
__device__ int halves_by_xor(int v) {
  for (int i = 1; i < 16; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  return v;
}
__device__ int whole(int v) {
  for (int i = 8; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  return v;
}
__device__ int halves_by_mask(int v) {
  const unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  for (int i = 8; i > 0; i /= 2) v += __shfl_down_sync(mask, v, i, 16);
  return v;
}
__device__ int quarters(int v) {
  for (int i = 4; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i, 8);
  return v;
}
