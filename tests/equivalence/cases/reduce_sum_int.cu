// pair: butterfly down  expect: equivalent  lanes: 0
// pair: butterfly down  expect: different  lanes: 1-31
// pair: butterfly short_down  expect: different  lanes: 0
// why: the last one starts at offset 8: half of the lanes are missing
__device__ int butterfly(int v) {
  for (int i = 1; i < 32; i *= 2) {
    const int w = __shfl_xor_sync(0xffffffffu, v, i);
    v += w;
  }
  return v;
}
__device__ int down(int v) {
  for (int i = 16; i > 0; i /= 2) {
    const int w = __shfl_down_sync(0xffffffffu, v, i);
    v += w;
  }
  return v;
}
__device__ int short_down(int v) {
  for (int i = 8; i > 0; i /= 2) {
    const int w = __shfl_down_sync(0xffffffffu, v, i);
    v += w;
  }
  return v;
}
