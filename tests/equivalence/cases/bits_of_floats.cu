// pair: turned turned_from_sign  expect: different  fp: real
// pair: turned turned_by_sum  expect: equivalent  fp: real
// pair: to_half to_bfloat  expect: different  fp: real
// pair: to_half to_half_again  expect: equivalent  fp: real
// pair: place place_by_other_sum  expect: unknown  fp: real
// pair: place place_by_same_sum  expect: equivalent  fp: real
// pair: low_bits low_bits_by_other_sum  expect: different  fp: real
// pair: positive positive_by_other_sum  expect: equivalent  fp: real
// pair: sum other_sum  expect: equivalent  fp: real
// pair: sum other_sum  expect: different
// pair: difference turned_difference  expect: equivalent  fp: real
// pair: distance turned_distance  expect: equivalent  fp: real
// pair: distance turned_difference  expect: different  fp: real
// pair: large_word small_word  expect: different  fp: real
// pair: halves other_halves  expect: equivalent  fp: real
// pair: halves swapped_halves  expect: unknown  fp: real
// pair: bits_of_loop bits_of_loop_by_pairs  expect: different  fp: real
// pair: bits_of_loop bits_of_loop_down  expect: equivalent  fp: real
// pair: sum_of_loop sum_of_loop_by_pairs  expect: equivalent  fp: real
// pair: key_of_float other_key_of_zero  expect: different  fp: real
// pair: turned_beside turned_beside_from_sign  expect: different  fp: real
// pair: masked masked_of_other_sum  expect: unknown  fp: real
// pair: magnitude magnitude_of_other_sum  expect: equivalent  fp: real
// pair: low_byte low_byte_of_other_sum  expect: unknown  fp: real
// pair: no_number never  expect: equivalent  fp: real
// pair: signed_sum signed_other_sum  expect: unknown  fp: real
// pair: as_half as_bfloat  expect: different  fp: real
// pair: shared_bits shared_bits_by_other_sum  expect: different  fp: real
// pair: shared_sum shared_sum_by_other_sum  expect: equivalent  fp: real
// pair: zero_beside sign_beside  expect: different  fp: real
// pair: zero_chosen sign_chosen  expect: equivalent  fp: real
// why: an integer is no float: no sign of it is changed, and 0 is not its least value; the bits of a sum that was
// why: rounded are no number, though the sum is
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void turned(const int* in, unsigned* out, int n) {
  int i = threadIdx.x;
  out[i] = i < n ? (unsigned)in[i] ^ 0x80000000u : 0u;
}
__global__ void turned_from_sign(const int* in, unsigned* out, int n) {
  int i = threadIdx.x;
  out[i] = i < n ? (unsigned)in[i] ^ 0x80000000u : 0x80000000u;
}
__global__ void turned_by_sum(const int* in, unsigned* out, int n) {
  int i = threadIdx.x;
  out[i] = i < n ? (unsigned)in[i] + 0x80000000u : 0u;
}
__global__ void to_half(const float* in, unsigned short* out) {
  out[threadIdx.x] = __half_as_ushort(__float2half(in[threadIdx.x] + in[0]));
}
__global__ void to_half_again(const float* in, unsigned short* out) {
  out[threadIdx.x] = __half_as_ushort(__float2half(in[0] + in[threadIdx.x]));
}
__global__ void to_bfloat(const float* in, unsigned short* out) {
  out[threadIdx.x] = __bfloat16_as_ushort(__float2bfloat16(in[threadIdx.x] + in[0]));
}
__global__ void place(const float* in, int* out) {
  if (threadIdx.x == 0) out[__float_as_int((in[0] + in[1]) + in[2]) & 31] = 1;
}
__global__ void place_by_other_sum(const float* in, int* out) {
  if (threadIdx.x == 0) out[__float_as_int(in[0] + (in[1] + in[2])) & 31] = 1;
}
__global__ void place_by_same_sum(const float* in, int* out) {
  if (threadIdx.x == 0) out[__float_as_int(in[2] + (in[1] + in[0])) & 31] = 1;
}
__global__ void low_bits(const float* in, int* out) {
  out[threadIdx.x] = __float_as_int((in[0] + in[1]) + in[2]) & 31;
}
__global__ void low_bits_by_other_sum(const float* in, int* out) {
  out[threadIdx.x] = __float_as_int(in[0] + (in[1] + in[2])) & 31;
}
__global__ void positive(const float* in, int* out) { out[threadIdx.x] = (in[0] + in[1]) + in[2] > 0 ? 7 : 9; }
__global__ void positive_by_other_sum(const float* in, int* out) {
  out[threadIdx.x] = in[0] + (in[1] + in[2]) > 0 ? 7 : 9;
}
__global__ void sum(const float* in, float* out) { out[threadIdx.x] = (in[0] + in[1]) + in[2]; }
__global__ void other_sum(const float* in, float* out) { out[threadIdx.x] = in[0] + (in[1] + in[2]); }
__global__ void difference(const float* in, float* out) { out[threadIdx.x] = -(in[0] - in[1]); }
__global__ void turned_difference(const float* in, float* out) { out[threadIdx.x] = in[1] - in[0]; }
__global__ void distance(const float* in, float* out) { out[threadIdx.x] = fabsf(in[0] - in[1]); }
__global__ void turned_distance(const float* in, float* out) { out[threadIdx.x] = fabsf(in[1] - in[0]); }
// Above the pattern of infinity.
__global__ void large_word(const int* in, int* out) {
  out[threadIdx.x] = ((unsigned)in[threadIdx.x] & 0x7fffffffu) > 0x7f800000u ? 1 : 2;
}
__global__ void small_word(const int* in, int* out) { out[threadIdx.x] = 2; }
__global__ void halves(const float* in, __half2* out) {
  out[threadIdx.x] = __floats2half2_rn((in[0] + in[1]) + in[2], in[3]);
}
__global__ void other_halves(const float* in, __half2* out) {
  out[threadIdx.x] = __floats2half2_rn(in[0] + (in[1] + in[2]), in[3]);
}
__global__ void swapped_halves(const float* in, __half2* out) {
  out[threadIdx.x] = __floats2half2_rn(in[3], in[0] + (in[1] + in[2]));
}
__global__ void bits_of_loop(const float* in, int* out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = (s + in[2 * k]) + in[2 * k + 1];
  out[threadIdx.x] = __float_as_int(s) & 31;
}
__global__ void bits_of_loop_by_pairs(const float* in, int* out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = s + (in[2 * k] + in[2 * k + 1]);
  out[threadIdx.x] = __float_as_int(s) & 31;
}
__global__ void bits_of_loop_down(const float* in, int* out, int n) {
  float s = 0;
  for (int k = n; k > 0; k--) s = in[2 * (n - k) + 1] + (in[2 * (n - k)] + s);
  out[threadIdx.x] = __float_as_int(s) & 31;
}
__global__ void sum_of_loop(const float* in, float* out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = (s + in[2 * k]) + in[2 * k + 1];
  out[threadIdx.x] = s;
}
__global__ void sum_of_loop_by_pairs(const float* in, float* out, int n) {
  float s = 0;
  for (int k = 0; k < n; k++) s = s + (in[2 * k] + in[2 * k + 1]);
  out[threadIdx.x] = s;
}
__global__ void shared_bits(const float* in, int* out) {
  __shared__ float s[32];
  s[threadIdx.x] = (in[threadIdx.x] + in[1]) + in[2];
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<const int*>(s)[threadIdx.x ^ 1] >> 3;
}
__global__ void shared_bits_by_other_sum(const float* in, int* out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x] + (in[1] + in[2]);
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<const int*>(s)[threadIdx.x ^ 1] >> 3;
}
__global__ void shared_sum(const float* in, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = (in[threadIdx.x] + in[1]) + in[2];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void shared_sum_by_other_sum(const float* in, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x] + (in[1] + in[2]);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
// The keys of a radix sort are integers, though their words are compared as floats before.
__global__ void key_of_float(const unsigned* in, unsigned* out) {
  unsigned x = in[threadIdx.x];
  out[threadIdx.x] = __uint_as_float(x) < 0 ? ~x : x ^ 0x80000000u;
}
__global__ void other_key_of_zero(const unsigned* in, unsigned* out) {
  unsigned x = in[threadIdx.x];
  out[threadIdx.x] = __uint_as_float(x) < 0 ? ~x : __uint_as_float(x) == 0 ? 0x80000000u : x ^ 0x80000000u;
}
__global__ void turned_beside(const unsigned* in, unsigned* out, float* f, int n) {
  unsigned x = in[threadIdx.x];
  f[threadIdx.x] = __uint_as_float(x) + 1;
  out[threadIdx.x] = threadIdx.x < n ? x ^ 0x80000000u : 0u;
}
__global__ void turned_beside_from_sign(const unsigned* in, unsigned* out, float* f, int n) {
  unsigned x = in[threadIdx.x];
  f[threadIdx.x] = __uint_as_float(x) + 1;
  out[threadIdx.x] = threadIdx.x < n ? x ^ 0x80000000u : 0x80000000u;
}
__global__ void masked(const float* in, int* out) {
  out[threadIdx.x] = __float_as_int((in[0] + in[1]) + in[2]) & 0x7fffffff;
}
__global__ void masked_of_other_sum(const float* in, int* out) {
  out[threadIdx.x] = __float_as_int(in[0] + (in[1] + in[2])) & 0x7fffffff;
}
__global__ void magnitude(const float* in, float* out) { out[threadIdx.x] = fabsf((in[0] + in[1]) + in[2]); }
__global__ void magnitude_of_other_sum(const float* in, float* out) {
  out[threadIdx.x] = fabsf(in[0] + (in[1] + in[2]));
}
__global__ void low_byte(const float* in, unsigned char* out) {
  out[4 * threadIdx.x] = __float_as_uint((in[0] + in[1]) + in[2]);
}
__global__ void low_byte_of_other_sum(const float* in, unsigned char* out) {
  out[4 * threadIdx.x] = __float_as_uint(in[0] + (in[1] + in[2]));
}
__global__ void no_number(const float* in, int* out) { out[threadIdx.x] = isnan(in[threadIdx.x]) ? 1 : 2; }
__global__ void never(const float* in, int* out) { out[threadIdx.x] = 2; }
__global__ void signed_sum(const float* in, float* out) {
  out[threadIdx.x] = copysignf((in[0] + in[1]) + in[2], in[3]);
}
__global__ void signed_other_sum(const float* in, float* out) {
  out[threadIdx.x] = copysignf(in[0] + (in[1] + in[2]), in[3]);
}
__global__ void as_half(const unsigned short* in, float* out) {
  out[threadIdx.x] = __half2float(__ushort_as_half(in[threadIdx.x]));
}
__global__ void as_bfloat(const unsigned short* in, float* out) {
  out[threadIdx.x] = __bfloat162float(__ushort_as_bfloat16(in[threadIdx.x]));
}
// That -0.0f is used as a number elsewhere makes none of the integer with these bits.
__global__ void zero_beside(float x, unsigned* out, float* least) {
  out[threadIdx.x] = 0;
  least[threadIdx.x] = fminf(x, -0.0f);
}
__global__ void sign_beside(float x, unsigned* out, float* least) {
  out[threadIdx.x] = 0x80000000u;
  least[threadIdx.x] = fminf(x, -0.0f);
}
__global__ void zero_chosen(const float* in, float* out, int n) {
  out[threadIdx.x] = (int)threadIdx.x < n ? in[threadIdx.x] + in[0] : 0.0f;
}
__global__ void sign_chosen(const float* in, float* out, int n) {
  out[threadIdx.x] = (int)threadIdx.x < n ? in[0] + in[threadIdx.x] : -0.0f;
}
