// pair: each_thread each_warp  expect: equivalent  block: 128
// pair: each_thread first_warp  expect: different  block: 128
// pair: each_thread float_atomics  expect: unknown  block: 32
// pair: float_atomics float_atomics  expect: equivalent  block: 32
// pair: slots slots  expect: unknown  block: 32  effort: 20
// why: one warp's sum for all; slots that an atomic hands out may be one, and then the order of stores is open
__global__ void each_thread(const int *in, int *out) { atomicAdd(out, in[threadIdx.x]); }
__global__ void each_warp(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
__global__ void first_warp(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int i = 1; i < 32; i *= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  if (threadIdx.x == 0) atomicAdd(out, v);
}
__global__ void float_atomics(const float *in, float *out) { atomicAdd(out, in[threadIdx.x]); }
__global__ void slots(const int *in, int *out, int *next) {
  const unsigned slot = atomicAdd(next, 1);
  out[slot & 1023] = in[threadIdx.x];
}
