// case: far-lane-committed-bug   expect: unproved   class: copy-distance   launch: grid(1) block(32) effort(20)   at: -
// cause: committed, not waited for
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  for (int i = t; i < n; i += 32) {
    if (i / 32 == 50000) __pipeline_memcpy_async(&s[t], in + i, 4);
    __pipeline_commit();
    if (i / 32 == 50003) out[i] = s[t];
  }
}
