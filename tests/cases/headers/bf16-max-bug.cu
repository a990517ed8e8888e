// case: bf16-max   expect: unsafe   class: shfl-16-bit   launch: grid(1) block(64)   at: __hmax(v, __shfl_down_sync
#include <cuda_bf16.h>
#include <math_constants.h>

extern "C" __global__ void row_max(const __nv_bfloat16* in, __nv_bfloat16* out, int n) {
  float m = -CUDART_INF_F;
  for (int i = threadIdx.x & 31; i < n; i += 32) m = fmaxf(m, __bfloat162float(in[i]));
  if (m == -CUDART_INF_F) return;
  __nv_bfloat16 v = __float2bfloat16(m);
  for (int d = 16; d > 0; d >>= 1) v = __hmax(v, __shfl_down_sync(0xffffffffu, v, d));
  if ((threadIdx.x & 31) == 0) out[threadIdx.x / 32] = v;
}
