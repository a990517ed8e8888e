// pair: by_match by_loop  expect: equivalent
// pair: by_match by_half_loop  expect: different
// pair: group_sum group_sum_loop  expect: equivalent
// pair: group_sum group_sum_not_own  expect: different
// pair: group_sum group_sum_product  expect: equivalent
// pair: rank rank_loop  expect: equivalent
// pair: rank rank_after  expect: different
// pair: is_leader is_leader_first  expect: equivalent
// pair: is_leader is_leader_last  expect: different
// pair: all_same all_same_vote  expect: equivalent
// pair: all_same all_same_first_half  expect: different
// why: only 16 lanes are looked at, or the lane's own value is not; those after it for those before it
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

#define FULL 0xffffffffu
// With those that have one key.
__device__ int group_sum(int key, int v) {
  const unsigned peers = __match_any_sync(FULL, key);
  int s = 0;
  for (int l = 0; l < 32; ++l) {
    const int x = __shfl_sync(FULL, v, l);
    if (peers >> l & 1) s += x;
  }
  return s;
}
__device__ int group_sum_loop(int key, int v) {
  int s = 0;
  for (int l = 0; l < 32; ++l) {
    const int x = __shfl_sync(FULL, v, l), k = __shfl_sync(FULL, key, l);
    s += k == key ? x : 0;
  }
  return s;
}
__device__ int group_sum_product(int key, int v) {
  int s = v;
  for (int l = 1; l < 32; ++l) s += __shfl_xor_sync(FULL, v, l) * (__shfl_xor_sync(FULL, key, l) == key);
  return s;
}
__device__ int group_sum_not_own(int key, int v) {
  int s = 0;
  for (int l = 1; l < 32; ++l) s += __shfl_xor_sync(FULL, v, l) * (__shfl_xor_sync(FULL, key, l) == key);
  return s;
}
__device__ int rank(int key) {
  const unsigned peers = __match_any_sync(FULL, key);
  return __popc(peers & ((1u << threadIdx.x) - 1));
}
__device__ int rank_loop(int key) {
  int n = 0;
  for (int l = 0; l < 32; ++l) {
    const int k = __shfl_sync(FULL, key, l);
    if (l < threadIdx.x && k == key) ++n;
  }
  return n;
}
__device__ int rank_after(int key) {
  int n = 0;
  for (int l = 0; l < 32; ++l) {
    const int k = __shfl_sync(FULL, key, l);
    if (l > threadIdx.x && k == key) ++n;
  }
  return n;
}
__device__ int is_leader(int key) {
  const unsigned peers = __match_any_sync(FULL, key);
  return __ffs(peers) - 1 == (int)threadIdx.x;
}
__device__ int is_leader_first(int key) {
  bool first = true;
  for (int d = 1; d < 32; ++d) {
    const int k = __shfl_up_sync(FULL, key, d);
    if ((int)threadIdx.x >= d && k == key) first = false;
  }
  return first;
}
__device__ int is_leader_last(int key) {
  bool first = true;
  for (int d = 1; d < 32; ++d) {
    const int k = __shfl_down_sync(FULL, key, d);
    if ((int)threadIdx.x + d < 32 && k == key) first = false;
  }
  return first;
}
__device__ int all_same(int key) {
  int same;
  __match_all_sync(FULL, key, &same);
  return same;
}
__device__ int all_same_vote(int key) { return __all_sync(FULL, key == __shfl_sync(FULL, key, 0)); }
__device__ int all_same_first_half(int key) { return __all_sync(FULL, key == __shfl_sync(FULL, key, threadIdx.x & 15)); }
