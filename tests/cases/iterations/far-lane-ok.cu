// case: far-lane-ok   expect: safe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: reads come before the copy
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 50000) __pipeline_memcpy_async(&s[t], in + i, 4);
    if (i / 32 == 49998) out[i] = s[t];
  }
}
