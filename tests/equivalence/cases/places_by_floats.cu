// pair: by_sum by_parts  expect: equivalent  fp: real  block: 1  lists: divisor
// pair: by_inverse first  expect: unknown  fp: real  block: 1
// pair: by_inverse_of_n next  expect: unknown  fp: real  block: 1
// pair: at_n at_next  expect: different  fp: real  block: 1
// why: Where a store goes depends on floating point. Divisors that are 0, and numbers that overflow, are no difference over the reals.
extern "C" __global__ void by_sum(const float* in, int* out, int n, float m) {
  float s = 0;
  for (int i = 0; i < n; i++) s += in[i];
  int k = (int)((s + in[0]) / m);
  out[(unsigned)k >> 27] = 1;
}
extern "C" __global__ void by_parts(const float* in, int* out, int n, float m) {
  float s = 0;
  for (int i = 0; i < n; i++) s += in[i];
  int k = (int)(s / m + in[0] / m);
  out[(unsigned)k >> 27] = 1;
}
extern "C" __global__ void by_inverse(const float* in, float* out, int n, float m) {
  int k = (int)(m * (1.0f / m));
  out[k & 31] = in[0];
}
extern "C" __global__ void first(const float* in, float* out, int n, float m) { out[1] = in[0]; }
extern "C" __global__ void by_inverse_of_n(const float* in, float* out, int n, float m) {
  int k = (int)(m * (1.0f / m));
  out[(k + n) & 31] = in[0];
}
extern "C" __global__ void next(const float* in, float* out, int n, float m) { out[(n + 1) & 31] = in[0]; }
extern "C" __global__ void at_n(const float* in, float* out, int n, float m) { out[n & 31] = in[0] + 1; }
extern "C" __global__ void at_next(const float* in, float* out, int n, float m) { out[(n + 1) & 31] = in[0] + 1; }
