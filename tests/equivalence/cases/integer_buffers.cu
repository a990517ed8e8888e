// pair: turned turned_too  expect: equivalent  fp: real
// pair: turned turned_from_sign  expect: different  fp: real
// pair: kept kept_but_zero  expect: different  fp: real
// pair: summed summed_apart  expect: equivalent  fp: real
// pair: summed summed_twice  expect: different  fp: real
// pair: packed packed_apart  expect: equivalent  fp: real
// pair: packed packed_swapped  expect: unknown  fp: real
// pair: of_loop of_loop_apart  expect: equivalent  fp: real
// why: a word of a buffer of integers is looked at by its bits, though it is a float elsewhere; what floating-point
// why: instructions computed for it is a number there too, which is listed; slips: 0 and the sign bit, -0, one more part
#include <cuda_fp16.h>
#define T threadIdx.x
__global__ void turned(const float *in, unsigned *out, float *f, int n) { f[T] = -in[T]; out[T] = T < n ? __float_as_uint(in[T]) ^ 0x80000000u : 0u; }
__global__ void turned_too(const float *in, unsigned *out, float *f, int n) { f[T] = -in[T]; out[T] = T >= n ? 0u : __float_as_uint(in[T]) + 0x80000000u; }
__global__ void turned_from_sign(const float *in, unsigned *out, float *f, int n) { f[T] = -in[T]; out[T] = T < n ? __float_as_uint(in[T]) ^ 0x80000000u : 0x80000000u; }
__global__ void kept(const float *in, unsigned *out, float *f) { f[T] = in[T] + 1; out[T] = __float_as_uint(in[T]); }
__global__ void kept_but_zero(const float *in, unsigned *out, float *f) {
  const unsigned x = __float_as_uint(in[T]);
  f[T] = in[T] + 1;
  out[T] = x == 0x80000000u ? 0u : x;
}
__global__ void summed(const float *in, int *out) { out[T] = __float_as_int((in[0] + in[1]) + in[2]); }
__global__ void summed_apart(const float *in, int *out) { out[T] = __float_as_int(in[0] + (in[1] + in[2])); }
__global__ void summed_twice(const float *in, int *out) { out[T] = __float_as_int(in[0] + (in[1] + in[2]) + in[2]); }
__global__ void packed(const __half2 *in, unsigned *out) {
  __half2 s = in[0];
  for (int i = 1; i < 4; i++) s = __hadd2(s, in[i]);
  out[T] = *reinterpret_cast<unsigned *>(&s);
}
__global__ void packed_apart(const __half2 *in, unsigned *out) {
  __half2 s = __hadd2(__hadd2(in[0], in[1]), __hadd2(in[2], in[3]));
  out[T] = *reinterpret_cast<unsigned *>(&s);
}
__global__ void packed_swapped(const __half2 *in, unsigned *out) {
  __half2 s = __hadd2(__hadd2(in[0], in[1]), __hadd2(in[2], in[3]));
  s = __lowhigh2highlow(s);
  out[T] = *reinterpret_cast<unsigned *>(&s);
}
__global__ void of_loop(const float *in, int *out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = (s + in[2 * k]) + in[2 * k + 1];
  out[T] = __float_as_int(s);
}
__global__ void of_loop_apart(const float *in, int *out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = s + (in[2 * k] + in[2 * k + 1]);
  out[T] = __float_as_int(s);
}
