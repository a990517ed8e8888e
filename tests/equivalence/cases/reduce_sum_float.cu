// pair: xor_up down  expect: different  lanes: 0
// pair: xor_up down  expect: equivalent  lanes: 0  fp: real
// pair: xor_down down  expect: equivalent  lanes: 0
// pair: xor_down short_down  expect: different  lanes: 0  fp: real
// why: addition commutes and does not associate; the last pair misses a step, which no real arithmetic makes good
__device__ float xor_up(float v) {
  for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  return v;
}
__device__ float xor_down(float v) {
  for (int i = 16; i > 0; i /= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  return v;
}
__device__ float down(float v) {
  for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  return v;
}
__device__ float short_down(float v) {
  for (int i = 16; i > 1; i /= 2) v += __shfl_down_sync(0xffffffffu, v, i);
  return v;
}
