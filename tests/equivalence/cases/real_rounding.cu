// pair: clamped clamped_by_both  expect: equivalent  fp: real
// pair: clamped clamped_wider  expect: different  fp: real
// pair: floor_of_sum down_of_sum  expect: equivalent  fp: real
// pair: floor_of_sum cut_of_sum  expect: different  fp: real
// pair: floor_of_sum up_of_sum  expect: different  fp: real
// pair: cut_of_sum cut_of_other_sum  expect: equivalent  fp: real
// pair: cut_of_sum cut_of_difference  expect: different  fp: real
// pair: nearest_of_sum nearest_of_other_sum  expect: equivalent  fp: real
// pair: nearest_of_sum floor_as_float  expect: different  fp: real
// pair: place_of_sum place_of_other_sum  expect: unknown  fp: real
// pair: place_of_sum place_of_difference  expect: different  fp: real
// why: over the reals, too, numbers are clamped and made whole numbers; slips: another bound, direction, sign
#define T threadIdx.x
__global__ void clamped(const float *in, float *out) { out[T] = __saturatef(in[0] + in[1]); }
__global__ void clamped_by_both(const float *in, float *out) { out[T] = fminf(fmaxf(in[1] + in[0], 0.0f), 1.0f); }
__global__ void clamped_wider(const float *in, float *out) { out[T] = fminf(fmaxf(in[1] + in[0], 0.0f), 2.0f); }
__global__ void floor_of_sum(const float *in, int *out) { out[T] = (int)floorf((in[0] + in[1]) + in[2]); }
__global__ void down_of_sum(const float *in, int *out) { out[T] = __float2int_rd(in[0] + (in[1] + in[2])); }
__global__ void cut_of_sum(const float *in, int *out) { out[T] = (int)((in[0] + in[1]) + in[2]); }
__global__ void up_of_sum(const float *in, int *out) { out[T] = __float2int_ru(in[0] + (in[1] + in[2])); }
__global__ void cut_of_other_sum(const float *in, int *out) { out[T] = (int)(in[0] + (in[1] + in[2])); }
__global__ void cut_of_difference(const float *in, int *out) { out[T] = (int)(in[0] + (in[1] - in[2])); }
__global__ void nearest_of_sum(const float *in, float *out) { out[T] = rintf((in[0] + in[1]) + in[2]); }
__global__ void nearest_of_other_sum(const float *in, float *out) { out[T] = rintf(rintf(in[0] + (in[1] + in[2]))); }
__global__ void floor_as_float(const float *in, float *out) { out[T] = floorf(in[0] + (in[1] + in[2])); }
__global__ void place_of_sum(const float *in, int *out) { if (T == 0) out[(int)((in[0] + in[1]) + in[2]) & 31] = 1; }
__global__ void place_of_other_sum(const float *in, int *out) { if (T == 0) out[(int)(in[0] + (in[1] + in[2])) & 31] = 1; }
__global__ void place_of_difference(const float *in, int *out) { if (T == 0) out[(int)(in[0] + (in[1] - in[2])) & 31] = 1; }
