// pair: divided divided_u  expect: different
// pair: asr div2  expect: different
// pair: asr lsr  expect: different
// pair: mod8 and7  expect: different
// pair: umod8 uand7  expect: equivalent
// why: shifts and masks for divisions of negative numbers
__device__ int divided(int v) { return v / __shfl_sync(~0u, v, 0); }
__device__ int divided_u(int v) { return (unsigned)v / (unsigned)__shfl_sync(~0u, v, 0); }
__device__ int asr(int v) { return v >> 1; }
__device__ int div2(int v) { return v / 2; }
__device__ int lsr(int v) { return (unsigned)v >> 1; }
__device__ int mod8(int v) { return v % 8; }
__device__ int and7(int v) { return v & 7; }
__device__ unsigned umod8(unsigned v) { return v % 8; }
__device__ unsigned uand7(unsigned v) { return v & 7; }
