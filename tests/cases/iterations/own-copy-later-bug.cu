// case: own-copy-later-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: a thread reads what it copies two iterations before, and has not waited
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 2) __pipeline_memcpy_async(&s[t], in + i, 4);
    if (i / 32 == 4) out[i] = s[t];
  }
}
