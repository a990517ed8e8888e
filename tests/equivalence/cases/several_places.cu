// pair: sum sum_in_4  expect: equivalent  block: 32
// pair: sum_in_4 sum  expect: equivalent  block: 32
// pair: sum sum_in_4_slip  expect: different  block: 32
// pair: most most_in_2  expect: equivalent  block: 32
// pair: most most_in_4  expect: equivalent  block: 32
// pair: most most_in_4_slip  expect: different  block: 32
// pair: most most_in_2_mixed  expect: different  block: 32
// pair: most most_in_2_once  expect: unknown  block: 32  effort: 20
// pair: most most_in_2_late  expect: unknown  block: 32  effort: 20
// pair: least_of_pairs least_apart  expect: equivalent  block: 32
// pair: least_of_pairs least_apart_signed  expect: different  block: 32
// pair: least_of_pairs least_apart_begun_at_0  expect: different  block: 32
// why: sums, minima and maxima in one place against several; one of them left out, taken twice, of the wrong order
// why: most_in_2_once and most_in_2_late differ for lengths that no run tries
#define T threadIdx.x
#define LOWEST (-2147483647 - 1)
__global__ void sum(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void sum_in_4(const int* in, int* out, int n) {
  int s[4] = {0, 0, 0, 0}, i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) s[k] += in[32 * (i + k) + T];
  }
  for (; i < n; i++) s[0] += in[32 * i + T];
  out[T] = (s[0] + s[1]) + (s[2] + s[3]);
}
__global__ void sum_in_4_slip(const int* in, int* out, int n) {
  int s[4] = {0, 0, 0, 0}, i = 0;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) s[k] += in[32 * (i + k) + T];
  }
  for (; i < n; i++) s[0] += in[32 * i + T];
  out[T] = (s[0] + s[1]) + (s[2] + s[2]);
}

__global__ void most(const int* in, int* out, int n) {
  int s = LOWEST;
  for (int i = 0; i < n; i++) s = max(s, in[32 * i + T]);
  out[T] = s;
}
__global__ void most_in_2(const int* in, int* out, int n) {
  int s = LOWEST, t = LOWEST, i = 0;
  for (; i + 1 < n; i += 2) {
    s = max(s, in[32 * i + T]);
    t = max(t, in[32 * i + 32 + T]);
  }
  if (i < n) s = max(s, in[32 * i + T]);
  out[T] = max(s, t);
}
__global__ void most_in_4(const int* in, int* out, int n) {
  int s[4], i = 0;
  for (int k = 0; k < 4; ++k) s[k] = LOWEST;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) s[k] = max(s[k], in[32 * (i + k) + T]);
  }
  for (; i < n; i++) s[0] = max(s[0], in[32 * i + T]);
  out[T] = max(max(s[0], s[1]), max(s[2], s[3]));
}
__global__ void most_in_4_slip(const int* in, int* out, int n) {
  int s[4], i = 0;
  for (int k = 0; k < 4; ++k) s[k] = LOWEST;
  for (; i + 3 < n; i += 4) {
    for (int k = 0; k < 4; ++k) s[k] = max(s[k], in[32 * (i + k) + T]);
  }
  for (; i < n; i++) s[0] = max(s[0], in[32 * i + T]);
  out[T] = max(max(s[0], s[1]), max(s[2], s[0]));
}
__global__ void most_in_2_mixed(const int* in, int* out, int n) {
  int s = LOWEST, t = LOWEST, i = 0;
  for (; i + 1 < n; i += 2) {
    s = max(s, in[32 * i + T]);
    t = max(t, in[32 * i + 32 + T]);
  }
  if (i < n) s = max(s, in[32 * i + T]);
  out[T] = n > 1 ? min(s, t) : s;
}
__global__ void most_in_2_once(const int* in, int* out, int n) {
  int s = LOWEST, t = LOWEST, i = 0;
  for (; i + 1 < n; i += 2) {
    s = max(s, in[32 * i + T]);
    t = max(t, in[32 * i + 32 + T]);
  }
  if (i < n && n != 77777) s = max(s, in[32 * i + T]);
  out[T] = max(s, t);
}
__global__ void most_in_2_late(const int* in, int* out, int n) {
  int s = LOWEST, t = LOWEST, i = 0;
  for (; i + 1 < n; i += 2) {
    s = max(s, in[32 * i + T]);
    if (i < 100000) t = max(t, in[32 * i + 32 + T]);
  }
  if (i < n) s = max(s, in[32 * i + T]);
  out[T] = max(s, t);
}

// One round each.
__global__ void least_of_pairs(const unsigned* in, unsigned* out, int n) {
  unsigned s = ~0u;
  for (int i = 0; i < n; i++) s = min(s, min(in[64 * i + T], in[64 * i + 32 + T]));
  out[T] = s;
}
__global__ void least_apart(const unsigned* in, unsigned* out, int n) {
  unsigned s = ~0u, t = ~0u;
  for (int i = 0; i < n; i++) {
    s = min(s, in[64 * i + T]);
    t = min(t, in[64 * i + 32 + T]);
  }
  out[T] = min(s, t);
}
__global__ void least_apart_signed(const unsigned* in, unsigned* out, int n) {
  unsigned s = ~0u, t = ~0u;
  for (int i = 0; i < n; i++) {
    s = min(s, in[64 * i + T]);
    t = min((int)t, (int)in[64 * i + 32 + T]);
  }
  out[T] = min(s, t);
}
__global__ void least_apart_begun_at_0(const unsigned* in, unsigned* out, int n) {
  unsigned s = ~0u, t = 0;
  for (int i = 0; i < n; i++) {
    s = min(s, in[64 * i + T]);
    t = i == 0 ? in[64 * i + 32 + T] : min(t, in[64 * i + 32 + T]);
  }
  out[T] = min(s, t);
}
