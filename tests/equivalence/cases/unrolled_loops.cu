// pair: sum sum_by_4  expect: equivalent  block: 32
// pair: sum sum_by_4_short  expect: different  block: 32
// pair: sum sum_by_4_again  expect: different  block: 32
// pair: sum sum_by_4_swapped  expect: different  block: 32
// pair: sum sum_by_8  expect: equivalent  block: 32
// pair: sum_by_4 sum  expect: equivalent  block: 32
// pair: sum sum_by_2  expect: equivalent  block: 32
// pair: sum sum_by_2_no_rest  expect: different  block: 32
// pair: float_sum float_sum_by_4  expect: equivalent  block: 32
// pair: float_sum float_sum_by_4_pairs  expect: different  block: 32
// pair: float_sum float_sum_by_4_pairs  expect: equivalent  block: 32  fp: real
// pair: chain chain_by_4  expect: equivalent  block: 32
// pair: chain chain_by_4_slip  expect: different  block: 32
// pair: warp_sums warp_sums_by_2_slip  expect: different  block: 32
// pair: twice twice_by_4_slip  expect: different  block: 32
// pair: sum rest_left_out_once  expect: unknown  block: 32  effort: 20
// pair: sum round_left_out_late  expect: unknown  block: 32  effort: 20
// pair: sum one_left_out_once  expect: unknown  block: 32  effort: 20
// pair: sum_by_4 stops_at_a_multiple_of_4  expect: unknown  block: 32  effort: 20
// why: stops_at_a_multiple_of_4 ends early where only lengths over 100003 tell, between two rounds of the other
// why: the three before it differ for one length, or lengths, that no run tries
// why: several rounds at a time and the rest one by one; rounds left out, done twice or taken from elsewhere
#define T threadIdx.x
__global__ void sum(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_4(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T] + in[32 * i + 96 + T];
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_4_short(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T] + in[32 * i + 96 + T];
  for (; i + 1 < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_4_again(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T] + in[32 * i + 96 + T];
  for (i -= i > 4; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_4_swapped(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T] + in[32 * i + 64 + T];
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_8(const int* in, int* out, int n) {
  int s = 0, i = 0;
  const int whole = n > 0 ? n & ~7 : 0;
  for (; i != whole; i += 8) {
    for (int k = 0; k < 8; ++k) s += in[32 * (i + k) + T];
  }
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_2(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) s += in[32 * i + T] + in[32 * i + 32 + T];
  if (i < n) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_by_2_no_rest(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) s += in[32 * i + T] + in[32 * i + 32 + T];
  out[T] = s;
}

__global__ void float_sum(const float* in, float* out, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void float_sum_by_4(const float* in, float* out, int n) {
  float s = 0;
  int i = 0;
  for (; i + 3 < n; i += 4) {
    s += in[32 * i + T];
    s += in[32 * i + 32 + T];
    s += in[32 * i + 64 + T];
    s += in[32 * i + 96 + T];
  }
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void float_sum_by_4_pairs(const float* in, float* out, int n) {
  float s = 0;
  int i = 0;
  for (; i + 3 < n; i += 4)
    s += (in[32 * i + T] + in[32 * i + 32 + T]) + (in[32 * i + 64 + T] + in[32 * i + 96 + T]);
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}

// What a round computes goes into the next one.
__global__ void chain(const int* in, int* out, int n) {
  int x = T;
  for (int i = 0; i < n; i++) x = in[x & 31] + i;
  out[T] = x;
}
__global__ void chain_by_4(const int* in, int* out, int n) {
  int x = T, i = 0;
  for (; i + 3 < n; i += 4) {
    x = in[x & 31] + i;
    x = in[x & 31] + i + 1;
    x = in[x & 31] + i + 2;
    x = in[x & 31] + i + 3;
  }
  for (; i < n; i++) x = in[x & 31] + i;
  out[T] = x;
}
__global__ void chain_by_4_slip(const int* in, int* out, int n) {
  int x = T, i = 0;
  for (; i + 3 < n; i += 4) {
    x = in[x & 31] + i;
    x = in[x & 31] + i + 1;
    x = in[x & 31] + i + 1;
    x = in[x & 31] + i + 3;
  }
  for (; i < n; i++) x = in[x & 31] + i;
  out[T] = x;
}

__device__ int down(int v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  return v;
}
__device__ int butterfly(int v) {
  for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}
__global__ void warp_sums(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s = 3 * s + butterfly(in[32 * i + T]);
  if (T == 0) out[0] = s;
}
__global__ void warp_sums_by_2_slip(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) {
    s = 3 * s + down(in[32 * i + T]);
    s = 3 * s + down(in[32 * i + 32 + T]);
  }
  for (; i < n; i++) s += down(in[32 * i + T]);
  if (T == 0) out[0] = s;
}

__global__ void twice(const int* in, int* out, int n) {
  int most = 0, above = 0;
  for (int i = 0; i < n; i++) most = max(most, in[32 * i + T]);
  for (int i = 0; i < n; i++) above += in[32 * i + T] < most;
  out[T] = above;
}
__global__ void twice_by_4_slip(const int* in, int* out, int n) {
  int most = 0, above = 0, i = 0;
  for (; i + 3 < n; i += 4)
    most = max(max(most, in[32 * i + T]), max(max(in[32 * i + 32 + T], in[32 * i + 64 + T]), in[32 * i + 96 + T]));
  for (i = 0; i < n; i++) above += in[32 * i + T] < most;
  out[T] = above;
}

__global__ void rest_left_out_once(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T] + in[32 * i + 96 + T];
  for (; i < n && n != 123457; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void round_left_out_late(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 3 < n; i += 4) {
    s += in[32 * i + T] + in[32 * i + 32 + T] + in[32 * i + 64 + T];
    if (n < 100000) s += in[32 * i + 96 + T];
  }
  for (; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void one_left_out_once(const int* in, int* out, int n) {
  int s = 0, i = 0;
  for (; i + 1 < n; i += 2) s += in[32 * i + T] + in[32 * i + 32 + T];
  if (i < n && n != 77777) s += in[32 * i + T];
  out[T] = s;
}
__global__ void stops_at_a_multiple_of_4(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; (i < n) & ((i != 100000) | (i + 3 >= n)); i++) s += in[32 * i + T];
  out[T] = s;
}
