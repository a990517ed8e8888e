// pair: up down  expect: equivalent  block: 32
// pair: up down_one_less  expect: different  block: 32
// pair: up while_left  expect: equivalent  block: 32
// pair: up while_left_and_zero  expect: different  block: 32
// pair: up wide  expect: equivalent  block: 32
// pair: up unequal  expect: equivalent  block: 32
// pair: up unequal_even  expect: different  block: 32
// pair: up to_end  expect: equivalent  block: 32
// pair: up to_end_past  expect: different  block: 32
// pair: up down_skips  expect: unknown  block: 32  effort: 20
// pair: up down_jumps  expect: unknown  block: 32  effort: 20
// pair: up down_of_many  expect: unknown  block: 32  effort: 20
// pair: ordered ordered_moved  expect: equivalent  block: 32
// pair: ordered ordered_backwards  expect: different  block: 32
// pair: product product_moved  expect: equivalent  block: 32  param: n=1000
// pair: product product_other_row  expect: different  block: 32  param: n=1000
// pair: store store_moved  expect: equivalent  block: 32
// pair: store store_moved_apart  expect: different  block: 32
// why: one side counts up and the other down, or moves pointers; a round more or less, some rounds left out
#define T threadIdx.x
__global__ void up(const int* in, int* out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += in[32 * i + T];
  out[T] = s;
}
__global__ void down(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (int k = n; k > 0; k--, p += 32) s += *p;
  out[T] = s;
}
__global__ void down_one_less(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (int k = n; k > 1; k--, p += 32) s += *p;
  out[T] = s;
}
__global__ void while_left(const int* in, int* out, int n) {
  int s = 0, i = T;
  while (n-- > 0) {
    s = in[i] + s;
    i += 32;
  }
  out[T] = s;
}
__global__ void while_left_and_zero(const int* in, int* out, int n) {
  int s = 0, i = T;
  while (n-- >= 0) {
    s = in[i] + s;
    i += 32;
  }
  out[T] = s;
}
__global__ void wide(const int* in, int* out, int n) {
  int s = 0;
  for (long long i = 0; i < n; i++) s += in[32 * (int)i + T];
  out[T] = s;
}
__global__ void unequal(const int* in, int* out, int n) {
  int s = 0;
  const int end = n < 0 ? 0 : n;
  for (int i = 0; i != end; ++i) s += in[32 * i + T];
  out[T] = s;
}
__global__ void unequal_even(const int* in, int* out, int n) {
  int s = 0;
  const int end = n < 0 ? 0 : n & ~1;
  for (int i = 0; i != end; ++i) s += in[32 * i + T];
  out[T] = s;
}
__global__ void to_end(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (const int* end = p + 32ll * n; p < end; p += 32) s += *p;
  out[T] = s;
}
__global__ void to_end_past(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (const int* end = p + 32ll * n; p <= end; p += 32) s += *p;
  out[T] = s;
}
// In round 70000 from the end, which no run reaches.
__global__ void down_skips(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (int k = n; k > 0; k -= k == 70000 ? 2 : 1, p += 32) s += *p;
  out[T] = s;
}
__global__ void down_jumps(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (int k = n; k > 0; k--, p += k == 70000 ? 64 : 32) s += *p;
  out[T] = s;
}
__global__ void down_of_many(const int* in, int* out, int n) {
  int s = 0;
  const int* p = in + T;
  for (int k = n; k > 0; k--, p += 32) s += *p;
  out[T] = s + (n > 90000);
}
__global__ void ordered(const float* in, float* out, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s = s * 0.5f + in[32 * i + T];
  out[T] = s;
}
__global__ void ordered_moved(const float* in, float* out, int n) {
  float s = 0;
  const float* p = in + T;
  for (int k = n; k >= 1; --k) {
    s = p[0] + 0.5f * s;
    p = p + 32;
  }
  out[T] = s;
}
__global__ void ordered_backwards(const float* in, float* out, int n) {
  float s = 0;
  for (int k = n; k > 0; k--) s = s * 0.5f + in[32 * (k - 1) + T];
  out[T] = s;
}
__global__ void product(const float* a, const float* x, float* y, int n) {
  float s = 0;
  for (int j = 0; j < n; j++) s += a[T * n + j] * x[j];
  y[T] = s;
}
__global__ void product_moved(const float* a, const float* x, float* y, int n) {
  float s = 0;
  const float* row = a + T * n;
  for (int j = n; j > 0; j--) s += *row++ * *x++;
  y[T] = s;
}
__global__ void product_other_row(const float* a, const float* x, float* y, int n) {
  float s = 0;
  const float* row = a + (T ^ 1) * n;
  for (int j = n; j > 0; j--) s += *row++ * *x++;
  y[T] = s;
}
__global__ void store(const float* x, float* y, int n, float a) {
  for (int i = 0; i < n; i++) y[32 * i + T] = a * x[32 * i + T];
}
__global__ void store_moved(const float* x, float* y, int n, float a) {
  x += T;
  y += T;
  for (; n > 0; n--) {
    *y = *x * a;
    x += 32;
    y += 32;
  }
}
__global__ void store_moved_apart(const float* x, float* y, int n, float a) {
  x += T;
  y += T;
  for (; n > 0; n--) {
    *y = *x * a;
    x += 32;
    y += 33;
  }
}
