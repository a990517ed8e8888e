// pair: same plus_zero  expect: different
// pair: same plus_zero  expect: equivalent  fp: real
// pair: minus zero_minus  expect: different
// pair: minus zero_minus  expect: equivalent  fp: real
// pair: same twice_negated  expect: equivalent
// pair: less not_greater  expect: different
// pair: less not_greater  expect: equivalent  fp: real
// pair: halved times_half  expect: equivalent
// pair: thirded times_third  expect: different
// pair: thirded times_third  expect: different  fp: real
// pair: same add_sub  expect: different
// pair: same add_sub  expect: equivalent  fp: real
// pair: quiet quiet2  expect: equivalent
// why: signed zeros, NaN and rounding count, unless over the reals; a third is no float
__device__ float same(float v) { return v; }
__device__ float plus_zero(float v) { return v + 0.0f; }
__device__ float minus(float v) { return -v; }
__device__ float zero_minus(float v) { return 0.0f - v; }
__device__ float twice_negated(float v) { return -(-v); }
__device__ bool less(float v) { return v < __shfl_sync(~0u, v, 0); }
__device__ bool not_greater(float v) { return !(v >= __shfl_sync(~0u, v, 0)); }
__device__ float halved(float v) { return v / 2.0f; }
__device__ float times_half(float v) { return v * 0.5f; }
__device__ float thirded(float v) { return v / 3.0f; }
__device__ float times_third(float v) { return v * (1.0f / 3.0f); }
__device__ float add_sub(float v) { float w = __shfl_sync(~0u, v, 0); return v + w - w; }
__device__ int quiet(float v) { return __float_as_int(v + 1.0f); }
__device__ int quiet2(float v) { return __float_as_int(1.0f + v); }
