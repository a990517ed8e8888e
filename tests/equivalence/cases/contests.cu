// pair: max_down max_key_down  expect: equivalent
// pair: max_down max_key_xor  expect: equivalent
// pair: max_xor max_key_down  expect: equivalent
// pair: max_xor_31 max_key_xor  expect: equivalent
// pair: max_each_lane max_key_each_lane  expect: equivalent
// pair: max_shared max_key_down  expect: equivalent
// pair: min_down min_key_xor  expect: equivalent
// pair: min_xor min_unsigned_key  expect: equivalent
// pair: min_with_value min_key_with_value  expect: equivalent
// pair: unsigned_max unsigned_max_key  expect: equivalent
// pair: unsigned_max unsigned_max_ballot  expect: equivalent
// pair: max_down max_redux  expect: equivalent
// pair: max_down max_ballot  expect: equivalent
// pair: max_down max_other_condition  expect: equivalent
// pair: max_carried max_key_carried  expect: equivalent
// pair: max_down max_key_of_lane  expect: different
// pair: max_down max_unsigned_key  expect: different
// pair: max_down min_key_xor  expect: different
// pair: max_no_tie max_key_down  expect: different
// pair: max_down max_last_ballot  expect: different
// pair: max_down max_half_ballot  expect: different
// pair: max_down max_redux_lanes  expect: different
// pair: max_carried max_key_by_carried  expect: different
// pair: min_xor min_key_sign_in_value  expect: different
// pair: max_down max_but_one  expect: different
// why: places of extremes in two words, in one, by ballots; slips: ties, signs, a lane left out, another order of ties
#define FULL 0xffffffffu
#define T threadIdx.x
#define K(name) __global__ void name(const int* in, int* out)
#define U(name) __global__ void name(const unsigned* in, unsigned* out)
typedef long long Key;
typedef unsigned long long UnsignedKey;
#define SWEEP(Type, shuffle, better) \
  Type v = in[T]; \
  int i = T; \
  for (int o = 16; o; o >>= 1) { \
    Type v2 = shuffle(FULL, v, o); \
    int i2 = shuffle(FULL, i, o); \
    if (better) { v = v2; i = i2; } \
  }
#define FIRST(less) v2 less v || (v2 == v && i2 < i)
K(max_down) { SWEEP(int, __shfl_down_sync, FIRST(>)) if (T == 0) out[0] = i; }
K(max_xor) { SWEEP(int, __shfl_xor_sync, FIRST(>)) if (T == 0) out[0] = i; }
K(max_xor_31) { SWEEP(int, __shfl_xor_sync, FIRST(>)) if (T == 31) out[0] = i; }
K(max_each_lane) { SWEEP(int, __shfl_xor_sync, FIRST(>)) out[T] = i; }
K(max_other_condition) { SWEEP(int, __shfl_xor_sync, v2 >= v && (v2 != v || i2 < i)) if (T == 0) out[0] = i; }
K(max_no_tie) { SWEEP(int, __shfl_down_sync, v2 > v) if (T == 0) out[0] = i; }
K(max_but_one) { SWEEP(int, __shfl_down_sync, (FIRST(>)) && v2 != 0x12345) if (T == 0) out[0] = i; }
K(min_down) { SWEEP(int, __shfl_down_sync, FIRST(<)) if (T == 0) out[0] = i; }
K(min_xor) { SWEEP(int, __shfl_xor_sync, FIRST(<)) if (T == 0) out[0] = i; }
K(min_with_value) { SWEEP(int, __shfl_xor_sync, FIRST(<)) if (T == 0) { out[0] = i; out[1] = v; } }
U(unsigned_max) { SWEEP(unsigned, __shfl_xor_sync, FIRST(>)) if (T == 0) out[0] = i; }
K(max_shared) {
  __shared__ int value[32], index[32];
  value[T] = in[T];
  index[T] = T;
  __syncthreads();
  for (int o = 16; o; o /= 2) {
    if (T < o && (value[T + o] > value[T] || (value[T + o] == value[T] && index[T + o] < index[T]))) {
      value[T] = value[T + o];
      index[T] = index[T + o];
    }
    __syncthreads();
  }
  if (T == 0) out[0] = index[0];
}
#define KEYS(Type, shuffle, extreme, key) \
  Type k = key; \
  for (int o = 16; o; o >>= 1) k = extreme(k, shuffle(FULL, k, o));
#define KEY(low) ((Key)in[T] << 32) | (low)
K(max_key_down) { KEYS(Key, __shfl_down_sync, max, KEY(31 - T)) if (T == 0) out[0] = 31 - (int)k; }
K(max_key_xor) { KEYS(Key, __shfl_xor_sync, max, KEY(31 - T)) if (T == 0) out[0] = 31 - (int)k; }
K(max_key_each_lane) { KEYS(Key, __shfl_xor_sync, max, KEY(~T)) out[T] = ~(int)k; }
K(max_key_of_lane) { KEYS(Key, __shfl_xor_sync, max, KEY(T)) if (T == 0) out[0] = (int)k; }
K(max_unsigned_key) { KEYS(UnsignedKey, __shfl_xor_sync, max, KEY(31 - T)) if (T == 0) out[0] = 31 - (int)k; }
K(min_key_xor) { KEYS(Key, __shfl_xor_sync, min, KEY(T)) if (T == 0) out[0] = (int)k; }
K(min_key_with_value) { KEYS(Key, __shfl_xor_sync, min, KEY(T)) if (T == 0) { out[0] = (int)k; out[1] = (int)(k >> 32); } }
K(min_unsigned_key) { KEYS(UnsignedKey, __shfl_down_sync, min, ((UnsignedKey)((unsigned)in[T] ^ 0x80000000u) << 32) | T) if (T == 0) out[0] = (int)k; }
K(min_key_sign_in_value) { KEYS(Key, __shfl_xor_sync, min, ((Key)in[T] << 32) | (int)(T - 1)) if (T == 0) out[0] = (int)k + 1; }
U(unsigned_max_key) { KEYS(UnsignedKey, __shfl_xor_sync, max, ((UnsignedKey)in[T] << 32) | ~T) if (T == 0) out[0] = ~(unsigned)k; }
U(unsigned_max_ballot) {
  const unsigned most = __reduce_max_sync(FULL, in[T]), there = __ballot_sync(FULL, in[T] == most);
  if (T == 0) out[0] = __ffs(there) - 1;
}
K(max_redux) {
  const int most = __reduce_max_sync(FULL, in[T]);
  const unsigned i = __reduce_min_sync(FULL, in[T] == most ? T : 99u);
  if (T == 0) out[0] = i;
}
K(max_redux_lanes) {
  const int most = __reduce_max_sync(FULL, in[T]);
  const unsigned i = __reduce_max_sync(FULL, in[T] == most ? T : 0u);
  if (T == 0) out[0] = i;
}
#define BALLOT(there, found) \
  int most = in[T]; \
  for (int o = 16; o; o >>= 1) most = max(most, __shfl_xor_sync(FULL, most, o)); \
  const unsigned all = __ballot_sync(FULL, there); \
  if (T == 0) out[0] = found;
K(max_ballot) { BALLOT(in[T] == most, __ffs(all) - 1) }
K(max_last_ballot) { BALLOT(in[T] == most, 31 - __clz(all)) }
K(max_half_ballot) { BALLOT(in[T] == most && T < 16, __ffs(all) - 1) }
// A third number goes along, in another order than the lanes.
K(max_carried) {
  int w = T * 7 & 31;
  int v = in[T], i = T;
  for (int o = 16; o; o >>= 1) {
    const int v2 = __shfl_down_sync(FULL, v, o), i2 = __shfl_down_sync(FULL, i, o), w2 = __shfl_down_sync(FULL, w, o);
    if (FIRST(>)) { v = v2; i = i2; w = w2; }
  }
  if (T == 0) out[0] = w;
}
K(max_key_carried) { KEYS(Key, __shfl_xor_sync, max, KEY(31 - T)) if (T == 0) out[0] = (31 - (int)k) * 7 & 31; }
K(max_key_by_carried) { KEYS(Key, __shfl_xor_sync, max, KEY(31 - (T * 7 & 31))) if (T == 0) out[0] = 31 - (int)k; }
