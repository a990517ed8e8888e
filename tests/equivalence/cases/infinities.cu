// pair: moved_by_infinity moved  expect: unknown  fp: real
// pair: times_infinity nothing  expect: unknown  fp: real
// pair: moved_by_nan moved  expect: unknown  fp: real
// pair: is_below is_positive  expect: unknown  fp: real
// pair: least_of_nan nan  expect: unknown  fp: real
// pair: greatest greatest_down  expect: equivalent  fp: real
// pair: greatest greatest_of_three  expect: unknown  fp: real
// pair: greatest greatest_of_three  expect: different
// pair: infinity_and_word infinity_alone  expect: equivalent  fp: real
// pair: infinity_and_word least_infinity  expect: unknown  fp: real
// pair: infinity_and_word least_infinity  expect: different
// pair: weights weights_by_halves  expect: equivalent  fp: real
// pair: weights weights_of_three  expect: unknown  fp: real
// why: a constant that is infinite is no real number: infinity - infinity is not 0, and 0 times it is not 0; slips:
// why: another candidate, another sign, one part less
#define T threadIdx.x
#define INFINITE __int_as_float(0x7f800000)
#define NO_NUMBER __int_as_float(0x7fffffff)
__global__ void moved(const float *in, float *out) { out[T] = in[T]; }
__global__ void moved_by_infinity(const float *in, float *out) { out[T] = (in[T] + INFINITE) - INFINITE; }
__global__ void moved_by_nan(const float *in, float *out) { out[T] = in[T] + NO_NUMBER - NO_NUMBER; }
__global__ void times_infinity(const float *in, float *out) { out[T] = INFINITE * in[T] - INFINITE * in[T]; }
__global__ void nothing(const float *in, float *out) { out[T] = 0; }
__global__ void is_below(const float *in, float *out) { out[T] = INFINITE < INFINITE + in[T]; }
__global__ void is_positive(const float *in, float *out) { out[T] = 0 < in[T]; }
// Of a NaN and a number fminf gives the number.
__global__ void least_of_nan(const float *in, float *out) { out[T] = fminf(NO_NUMBER, fmaxf(NO_NUMBER, in[T])); }
__global__ void nan(const float *in, float *out) { out[T] = NO_NUMBER; }
__global__ void greatest(const float *in, float *out) {
  float m = -INFINITE;
  for (int i = 0; i < 4; i++) m = fmaxf(m, in[i]);
  out[T] = m;
}
__global__ void greatest_down(const float *in, float *out) { out[T] = fmaxf(fmaxf(in[3], in[2]), fmaxf(in[1], in[0])); }
__global__ void greatest_of_three(const float *in, float *out) { out[T] = fmaxf(fmaxf(in[3], in[2]), in[1]); }
__global__ void infinity_and_word(const float *in, float *out) { out[T] = in[T] - INFINITE - in[0]; }
__global__ void infinity_alone(const float *in, float *out) { out[T] = -INFINITE; }
__global__ void least_infinity(const float *in, float *out) { out[T] = INFINITE; }
// A softmax with a mask: that not all are masked is assumed.
__global__ void weights(const float *in, float *out, int n) {
  float s[4], m = -INFINITE, sum = 0;
  for (int i = 0; i < 4; i++) s[i] = i < n ? in[i] : -INFINITE;
  for (int i = 0; i < 4; i++) m = fmaxf(m, s[i]);
  for (int i = 0; i < 4; i++) sum += exp2f(s[i] - m);
  out[T] = sum;
}
__global__ void weights_by_halves(const float *in, float *out, int n) {
  float s[4];
  for (int i = 0; i < 4; i++) s[i] = i < n ? in[i] : -INFINITE;
  const float m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
  out[T] = (exp2f(s[0] - m) + exp2f(s[1] - m)) + (exp2f(s[2] - m) + exp2f(s[3] - m));
}
__global__ void weights_of_three(const float *in, float *out, int n) {
  float s[4];
  for (int i = 0; i < 4; i++) s[i] = i < n ? in[i] : -INFINITE;
  const float m = fmaxf(fmaxf(s[0], s[1]), fmaxf(s[2], s[3]));
  out[T] = (exp2f(s[0] - m) + exp2f(s[1] - m)) + exp2f(s[2] - m);
}
