// case: far-lane-bug   expect: unproved   class: copy-distance   launch: grid(1) block(32) effort(20)   at: -
// cause: a thread reads, far on, what it copied two iterations before
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 50000) __pipeline_memcpy_async(&s[t], in + i, 4);
    if (i / 32 == 50002) out[i] = s[t];
  }
}
