// pair: min_up min_down  expect: equivalent  lanes: 0
// pair: max_up max_down  expect: equivalent  lanes: 0
// pair: min_up max_down  expect: different  lanes: 0
// pair: min_up compare_down  expect: different  lanes: 0
// why: fminf ignores a NaN and puts -0 below +0, so its order does not matter; a comparison does neither
__device__ float min_up(float v) {
  for (int i = 1; i < 32; i *= 2) v = fminf(v, __shfl_xor_sync(0xffffffffu, v, i));
  return v;
}
__device__ float min_down(float v) {
  for (int i = 16; i > 0; i /= 2) v = fminf(__shfl_down_sync(0xffffffffu, v, i), v);
  return v;
}
__device__ float max_up(float v) {
  for (int i = 1; i < 32; i *= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, i));
  return v;
}
__device__ float max_down(float v) {
  for (int i = 16; i > 0; i /= 2) v = fmaxf(__shfl_down_sync(0xffffffffu, v, i), v);
  return v;
}
__device__ float compare_down(float v) {
  for (int i = 16; i > 0; i /= 2) {
    const float w = __shfl_down_sync(0xffffffffu, v, i);
    v = w < v ? w : v;
  }
  return v;
}
