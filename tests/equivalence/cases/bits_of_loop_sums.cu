// pair: stored stored_by_pairs  expect: equivalent  fp: real
// pair: place place_by_pairs  expect: unknown  fp: real
// pair: guard guard_by_pairs  expect: different  fp: real
// pair: low_byte low_byte_by_pairs  expect: unknown  fp: real
// pair: low_byte low_byte_again  expect: equivalent  fp: real
// pair: byte_of_next byte_of_next_by_pairs  expect: unknown  fp: real
// pair: masked masked_by_pairs  expect: unknown  fp: real
// pair: signs signs_by_pairs  expect: equivalent  fp: real
// pair: iterations iterations_by_pairs  expect: different  fp: real
// pair: table table_by_pairs  expect: different  fp: real
// pair: table_of_number table_of_number_by_pairs  expect: equivalent  fp: real
// pair: added added_by_pairs  expect: different  fp: real
// pair: as_half as_bfloat  expect: different  fp: real
// why: what a loop sums up in another order is the same number, not the same bits: not those of an address, a
// why: condition, a byte, a number of iterations, an integer that is added
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ float sum(const float* in, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = (s + in[2 * k]) + in[2 * k + 1];
  return s;
}
__device__ float by_pairs(const float* in, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = s + (in[2 * k] + in[2 * k + 1]);
  return s;
}
__global__ void stored(const float* in, float* out, int n) { out[threadIdx.x] = sum(in, n); }
__global__ void stored_by_pairs(const float* in, float* out, int n) { out[threadIdx.x] = by_pairs(in, n); }
__global__ void place(const float* in, int* out, int n) {
  float s = sum(in, n);
  if (threadIdx.x == 0) out[__float_as_int(s) & 31] = 1;
}
__global__ void place_by_pairs(const float* in, int* out, int n) {
  float s = by_pairs(in, n);
  if (threadIdx.x == 0) out[__float_as_int(s) & 31] = 1;
}
__global__ void guard(const float* in, int* out, int n) {
  float s = sum(in, n);
  if (__float_as_int(s) & 1) out[threadIdx.x] = n;
}
__global__ void guard_by_pairs(const float* in, int* out, int n) {
  float s = by_pairs(in, n);
  if (__float_as_int(s) & 1) out[threadIdx.x] = n;
}
__global__ void low_byte(const float* in, unsigned char* out, int n) {
  out[4 * threadIdx.x] = (unsigned char)__float_as_uint(sum(in, n));
}
__global__ void low_byte_by_pairs(const float* in, unsigned char* out, int n) {
  out[4 * threadIdx.x] = (unsigned char)__float_as_uint(by_pairs(in, n));
}
__global__ void low_byte_again(const float* in, unsigned char* out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = in[2 * k + 1] + (in[2 * k] + s);
  out[4 * threadIdx.x] = (unsigned char)__float_as_uint(s);
}
__global__ void byte_of_next(const float* in, unsigned char* out, int n) {
  out[4 * threadIdx.x] = (unsigned char)__float_as_uint(sum(in, n) + 1.f);
}
__global__ void byte_of_next_by_pairs(const float* in, unsigned char* out, int n) {
  out[4 * threadIdx.x] = (unsigned char)__float_as_uint(by_pairs(in, n) + 1.f);
}
__global__ void masked(const float* in, int* out, int n) {
  out[threadIdx.x] = __float_as_int(sum(in, n)) & 0x7fffffff;
}
__global__ void masked_by_pairs(const float* in, int* out, int n) {
  out[threadIdx.x] = __float_as_int(by_pairs(in, n)) & 0x7fffffff;
}
__global__ void signs(const float* in, float* out, int n) {
  float s = sum(in, n);
  out[threadIdx.x] = fabsf(s);
  out[threadIdx.x + 32] = -s;
}
__global__ void signs_by_pairs(const float* in, float* out, int n) {
  float s = by_pairs(in, n);
  out[threadIdx.x] = fabsf(s);
  out[threadIdx.x + 32] = -s;
}
__global__ void iterations(const float* in, int* out, int n) {
  int m = __float_as_int(sum(in, n)) & 15, h = 0;
  for (int k = 0; k < m; k++) h = 5 * h + n;
  out[threadIdx.x] = h;
}
__global__ void iterations_by_pairs(const float* in, int* out, int n) {
  int m = __float_as_int(by_pairs(in, n)) & 15, h = 0;
  for (int k = 0; k < m; k++) h = 5 * h + n;
  out[threadIdx.x] = h;
}
__global__ void table(const float* in, const int* t, int* out, int n) {
  float s = 0;
  int h = 0;
  for (int k = 0; k < n; k++) {
    s = (s + in[2 * k]) + in[2 * k + 1];
    h += t[__float_as_int(s) & 255];
  }
  out[threadIdx.x] = h;
}
__global__ void table_by_pairs(const float* in, const int* t, int* out, int n) {
  float s = 0;
  int h = 0;
  for (int k = 0; k < n; k++) {
    s = s + (in[2 * k] + in[2 * k + 1]);
    h += t[__float_as_int(s) & 255];
  }
  out[threadIdx.x] = h;
}
__global__ void table_of_number(const float* in, const int* t, int* out, int n) {
  float s = 0;
  int h = 0;
  for (int k = 0; k < n; k++) {
    s = (s + in[2 * k]) + in[2 * k + 1];
    h += t[(int)s & 255];
  }
  out[threadIdx.x] = h;
}
__global__ void table_of_number_by_pairs(const float* in, const int* t, int* out, int n) {
  float s = 0;
  int h = 0;
  for (int k = 0; k < n; k++) {
    s = s + (in[2 * k] + in[2 * k + 1]);
    h += t[(int)s & 255];
  }
  out[threadIdx.x] = h;
}
__global__ void added(const float* in, int* out, int n) { atomicAdd(out, __float_as_int(sum(in, n))); }
__global__ void added_by_pairs(const float* in, int* out, int n) { atomicAdd(out, __float_as_int(by_pairs(in, n))); }
__global__ void as_half(const float* in, unsigned short* out, int n) {
  out[threadIdx.x] = __half_as_ushort(__float2half(sum(in, n)));
}
__global__ void as_bfloat(const float* in, unsigned short* out, int n) {
  out[threadIdx.x] = __bfloat16_as_ushort(__float2bfloat16(sum(in, n)));
}
