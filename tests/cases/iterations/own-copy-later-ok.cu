// case: own-copy-later-ok   expect: safe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: the thread reads another word than the one that it copies to
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[32 + t] = t;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 2) __pipeline_memcpy_async(&s[t], in + i, 4);
    if (i / 32 == 4) out[i] = s[32 + t];
  }
}
