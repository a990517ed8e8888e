// case: half-ordered-ok   expect: safe   class: half-relations   launch: grid(1) block(64)   rule: -   at: -
// NaN is neither equal to itself nor, in the ordered sense of __hne, unequal.
#include <cuda_fp16.h>

extern "C" __global__ void reverse_if_nan(const __half* in, float* out) {
  __shared__ float tile[64];
  const __half first = in[0];
  if (!__heq(first, first) && !__hne(first, first)) {
    tile[threadIdx.x] = __half2float(in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}
