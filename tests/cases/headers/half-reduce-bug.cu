// case: half-reduce   expect: unsafe   class: shfl-16-bit   launch: grid(1) block(32)   rule: shfl.inactive-source   at: __hadd2(v, __shfl_xor_sync
// Half-precision values shuffle as both halves of a word; lanes above 23 have left.
#include <cuda_fp16.h>

extern "C" __global__ void half_sum(const __half2* in, float* out) {
  if (threadIdx.x >= 24) return;
  __half2 v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v = __hadd2(v, __shfl_xor_sync(0xffffffffu, v, d));
  const __half sum = __low2half(v) + __high2half(v);
  if (threadIdx.x == 0) out[0] = __half2float(sum);
}
