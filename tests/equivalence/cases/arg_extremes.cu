// pair: arg_max arg_max_xor  expect: equivalent
// pair: arg_max arg_max_unsure  expect: different
// pair: arg_max arg_max_key_of_lane  expect: different
// pair: arg_max_4 arg_max_4_key  expect: equivalent
// pair: arg_max_4 arg_max_4_unsigned_key  expect: different
// pair: to_lane0 to_lane31  expect: equivalent
// pair: to_lane0 to_lane31_inclusive  expect: different
// pair: scan_of_8 scan_of_8_by_index  expect: equivalent
// pair: scan_of_8 scan_of_8_wide  expect: different
// pair: range range_redux  expect: equivalent
// pair: range range_unsigned  expect: different
// pair: count count_ballot  expect: equivalent
// pair: count count_from_5  expect: different
// pair: first_positive first_by_loop  expect: equivalent
// pair: first_positive last_by_loop  expect: different
// why: places of extremes by two shuffles or one packed key, and votes against shuffles; slips: ties, the sign, a width
#define FULL 0xffffffffu
#define KERNEL(name) __global__ void name(const int* in, int* out)
#define SWEEP(shuffle, better) \
  int v = in[threadIdx.x], i = threadIdx.x; \
  for (int o = 16; o; o >>= 1) { int v2 = shuffle(FULL, v, o), i2 = shuffle(FULL, i, o); if (better) { v = v2; i = i2; } } \
  if (threadIdx.x == 0) out[0] = i;
KERNEL(arg_max) { SWEEP(__shfl_down_sync, v2 > v || (v2 == v && i2 < i)) }
KERNEL(arg_max_xor) { SWEEP(__shfl_xor_sync, v2 > v || (v2 == v && i2 < i)) }
KERNEL(arg_max_unsure) { SWEEP(__shfl_xor_sync, v2 >= v) }
KERNEL(arg_max_key_of_lane) { long long k = ((long long)in[threadIdx.x] << 32) | threadIdx.x; for (int o = 16; o; o >>= 1) k = max(k, __shfl_down_sync(FULL, k, o)); if (threadIdx.x == 0) out[0] = (int)(unsigned)k; }
KERNEL(arg_max_4) { int v = in[threadIdx.x], i = threadIdx.x; for (int o = 2; o; o >>= 1) { int v2 = __shfl_down_sync(FULL, v, o, 4), i2 = __shfl_down_sync(FULL, i, o, 4); if (v2 > v || (v2 == v && i2 < i)) { v = v2; i = i2; } } if (threadIdx.x % 4 == 0) out[threadIdx.x / 4] = i; }
KERNEL(arg_max_4_key) { long long k = ((long long)in[threadIdx.x] << 32) | (31 - threadIdx.x); for (int o = 2; o; o >>= 1) k = max(k, __shfl_down_sync(FULL, k, o, 4)); if (threadIdx.x % 4 == 0) out[threadIdx.x / 4] = 31 - (int)(unsigned)k; }
KERNEL(arg_max_4_unsigned_key) { unsigned long long k = ((unsigned long long)in[threadIdx.x] << 32) | (31 - threadIdx.x); for (int o = 2; o; o >>= 1) k = max(k, __shfl_down_sync(FULL, k, o, 4)); if (threadIdx.x % 4 == 0) out[threadIdx.x / 4] = 31 - (int)(unsigned)k; }
KERNEL(to_lane0) { int v = in[threadIdx.x]; for (int o = 16; o; o >>= 1) v += __shfl_down_sync(FULL, v, o); if (threadIdx.x == 0) out[0] = v; }
KERNEL(to_lane31) { int v = in[threadIdx.x]; for (int o = 1; o < 32; o *= 2) v += __shfl_up_sync(FULL, v, o); if (threadIdx.x == 31) out[0] = v; }
KERNEL(to_lane31_inclusive) { int v = in[threadIdx.x]; for (int o = 1; o <= 32; o *= 2) v += __shfl_up_sync(FULL, v, o & 31); if (threadIdx.x == 31) out[0] = v; }
KERNEL(scan_of_8) { int v = in[threadIdx.x]; for (int o = 1; o < 8; o *= 2) { int u = __shfl_up_sync(FULL, v, o, 8); if (threadIdx.x % 8 >= o) v += u; } out[threadIdx.x] = v; }
KERNEL(scan_of_8_by_index) { int s = 0; for (int j = 0; j < 8; j++) { int u = __shfl_sync(FULL, in[threadIdx.x], j, 8); if (j <= threadIdx.x % 8) s += u; } out[threadIdx.x] = s; }
KERNEL(scan_of_8_wide) { int v = in[threadIdx.x]; for (int o = 1; o < 8; o *= 2) { int u = __shfl_up_sync(FULL, v, o, 16); if (threadIdx.x % 16 >= o) v += u; } out[threadIdx.x] = v; }
KERNEL(range) { int a = in[threadIdx.x], b = a; for (int o = 16; o; o >>= 1) { a = min(a, __shfl_xor_sync(FULL, a, o)); b = max(b, __shfl_xor_sync(FULL, b, o)); } out[threadIdx.x] = b - a; }
KERNEL(range_redux) { out[threadIdx.x] = __reduce_max_sync(FULL, in[threadIdx.x]) - __reduce_min_sync(FULL, in[threadIdx.x]); }
KERNEL(range_unsigned) { out[threadIdx.x] = __reduce_max_sync(FULL, (unsigned)in[threadIdx.x]) - __reduce_min_sync(FULL, (unsigned)in[threadIdx.x]); }
KERNEL(count) { int c = in[threadIdx.x] > 5; for (int o = 16; o; o >>= 1) c += __shfl_xor_sync(FULL, c, o); out[threadIdx.x] = c; }
KERNEL(count_ballot) { out[threadIdx.x] = __popc(__ballot_sync(FULL, in[threadIdx.x] > 5)); }
KERNEL(count_from_5) { out[threadIdx.x] = __popc(__ballot_sync(FULL, in[threadIdx.x] >= 5)); }
KERNEL(first_positive) { unsigned m = __ballot_sync(FULL, in[threadIdx.x] > 0); int l = __ffs(m) - 1; out[threadIdx.x] = l < 0 ? 0 : __shfl_sync(FULL, in[threadIdx.x], l); }
KERNEL(first_by_loop) { int s = 0; for (int j = 31; j >= 0; j--) { int u = __shfl_sync(FULL, in[threadIdx.x], j); if (u > 0) s = u; } out[threadIdx.x] = s; }
KERNEL(last_by_loop) { int s = 0; for (int j = 0; j < 32; j++) { int u = __shfl_sync(FULL, in[threadIdx.x], j); if (u > 0) s = u; } out[threadIdx.x] = s; }
