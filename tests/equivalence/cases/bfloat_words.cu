// pair: rounded rounded_other_sum  expect: equivalent  fp: real
// pair: rounded rounded_other_sum  expect: different
// pair: rounded not_rounded  expect: equivalent  fp: real
// pair: rounded rounded_difference  expect: different  fp: real
// pair: twice twice_other_sum  expect: equivalent  fp: real
// pair: in_float in_bfloat  expect: equivalent  fp: real
// pair: in_loop in_loop_other_sum  expect: equivalent  fp: real
// pair: in_loop in_loop_of_fewer  expect: different  fp: real
// pair: shifted_and_set shifted_and_set_other_sum  expect: different  fp: real
// pair: half_shifted half_shifted_other_sum  expect: different  fp: real
// pair: integers_shifted integers_shifted_other  expect: equivalent  fp: real
// why: a bf16 is widened to a float by a shift, which leaves the number as it is; a shift of anything else is none of that
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define T threadIdx.x
__global__ void rounded(const float *p, float *o) { o[T] = __bfloat162float(__float2bfloat16(p[T] + p[T + 1] + p[T + 2])); }
__global__ void rounded_other_sum(const float *p, float *o) { o[T] = __bfloat162float(__float2bfloat16(p[T] + (p[T + 1] + p[T + 2]))); }
__global__ void rounded_difference(const float *p, float *o) { o[T] = __bfloat162float(__float2bfloat16(p[T] + p[T + 1] - p[T + 2])); }
__global__ void not_rounded(const float *p, float *o) { o[T] = p[T] + (p[T + 1] + p[T + 2]); }
__global__ void twice(const float *p, float *o) { o[T] = 2 * __bfloat162float(__float2bfloat16(p[T] + p[T + 1] + p[T + 2])); }
__global__ void twice_other_sum(const float *p, float *o) { const float x = __bfloat162float(__float2bfloat16(p[T] + (p[T + 1] + p[T + 2]))); o[T] = x + x; }
__global__ void in_float(const __nv_bfloat16 *p, __nv_bfloat16 *o) { o[T] = __float2bfloat16(__bfloat162float(p[T]) + __bfloat162float(p[T + 1]) + __bfloat162float(p[T + 2])); }
__global__ void in_bfloat(const __nv_bfloat16 *p, __nv_bfloat16 *o) { o[T] = __hadd(p[T], __hadd(p[T + 1], p[T + 2])); }
__global__ void in_loop(const __nv_bfloat16 *p, float *o, int n) { float s = 0; for (int i = 0; i < n; ++i) s = (s + __bfloat162float(p[i])) + __bfloat162float(p[i + 1]); o[T] = s; }
__global__ void in_loop_other_sum(const __nv_bfloat16 *p, float *o, int n) { float s = 0; for (int i = 0; i < n; ++i) s = s + (__bfloat162float(p[i + 1]) + __bfloat162float(p[i])); o[T] = s; }
__global__ void in_loop_of_fewer(const __nv_bfloat16 *p, float *o, int n) { float s = 0; for (int i = 0; i < n; ++i) s = s + __bfloat162float(p[i]); o[T] = s; }
__global__ void shifted_and_set(const float *p, unsigned *o) { o[T] = (unsigned)__bfloat16_as_ushort(__float2bfloat16(p[T] + p[T + 1] + p[T + 2])) << 16 | 1; }
__global__ void shifted_and_set_other_sum(const float *p, unsigned *o) { o[T] = (unsigned)__bfloat16_as_ushort(__float2bfloat16(p[T] + (p[T + 1] + p[T + 2]))) << 16 | 1; }
__global__ void half_shifted(const float *p, unsigned *o) { o[T] = (unsigned)__half_as_ushort(__float2half(p[T] + p[T + 1] + p[T + 2])) << 16; }
__global__ void half_shifted_other_sum(const float *p, unsigned *o) { o[T] = (unsigned)__half_as_ushort(__float2half(p[T] + (p[T + 1] + p[T + 2]))) << 16; }
__global__ void integers_shifted(const unsigned short *p, unsigned *o) { o[T] = (unsigned)p[T] << 16; }
__global__ void integers_shifted_other(const unsigned short *p, unsigned *o) { o[T] = p[T] * 65536u; }
