// pair: by_match by_loop  expect: equivalent
// pair: by_match by_half_loop  expect: different
// why: only 16 lanes are looked at
__device__ int by_match(int key) { return __popc(__match_any_sync(0xffffffffu, key)); }
__device__ int by_loop(int key) {
  int n = 0;
  for (int l = 0; l < 32; ++l) n += __shfl_sync(0xffffffffu, key, l) == key;
  return n;
}
__device__ int by_half_loop(int key) {
  int n = 0;
  for (int l = 0; l < 16; ++l) n += __shfl_sync(0xffffffffu, key, l) == key;
  return n;
}
