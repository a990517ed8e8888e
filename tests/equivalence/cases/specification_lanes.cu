// pair: red  expect: equivalent  spec: sum  lanes: 0
// pair: red  expect: different  spec: sum
// pair: xred  expect: equivalent  spec: sum
// pair: iscan  expect: equivalent  spec: inclusive_scan
// pair: iscan  expect: different  spec: exclusive_scan
// pair: fred  expect: different  spec: sum
// pair: fred  expect: equivalent  spec: sum  fp: real
// pair: fmx  expect: equivalent  spec: max
// pair: fmx  expect: different  spec: min
// pair: dmin  expect: equivalent  spec: min  lanes: 0
// pair: anyv  expect: equivalent  spec: any
// pair: anyv  expect: different  spec: all
// pair: rev  expect: equivalent  spec: reverse
// pair: wgt  expect: equivalent  spec: specification.cpp:weighted
// pair: wgt  expect: different  spec: reverse
// pair: red  expect: equivalent  spec: specification.cpp:total  lanes: 0
// pair: iscan  expect: equivalent  spec: specification.cpp:prefix
// pair: red  expect: different  spec: specification.cpp:prefix
// pair: red  expect: unknown  spec: specification.cpp:one_too_far  lanes: 0
// pair: red  expect: different  spec: specification.cpp:one_before
// why: against what is built in, and against plain functions
__device__ int red(int v) { for (int i = 16; i > 0; i /= 2) v += __shfl_down_sync(~0u, v, i); return v; }
__device__ int xred(int v) { for (int i = 16; i > 0; i /= 2) v += __shfl_xor_sync(~0u, v, i); return v; }
__device__ int iscan(int v) { for (int i = 1; i < 32; i *= 2) { int t = __shfl_up_sync(~0u, v, i); if (threadIdx.x % 32 >= i) v += t; } return v; }
__device__ float fred(float v) { for (int i = 16; i > 0; i /= 2) v += __shfl_xor_sync(~0u, v, i); return v; }
__device__ float fmx(float v) { for (int i = 16; i > 0; i /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, i)); return v; }
__device__ double dmin(double v) { for (int i = 16; i > 0; i /= 2) v = fmin(v, __shfl_down_sync(~0u, v, i)); return v; }
__device__ float wgt(float v) { return v * 2.0f + __shfl_sync(~0u, v, threadIdx.x + 1); }
__device__ int anyv(int v) { return __any_sync(~0u, v); }
__device__ int rev(int v) { return __shfl_xor_sync(~0u, v, 31); }
