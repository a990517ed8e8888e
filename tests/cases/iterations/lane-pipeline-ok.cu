// case: lane-pipeline-ok   expect: safe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: each lane has a pipeline of its own, of two buffers
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[2][32];
  const int t = threadIdx.x;
  if (t < n) __pipeline_memcpy_async(&s[0][t], in + t, 4);
  __pipeline_commit();
  int stage = 0;
  for (int i = t; i < n; i += 32) {
    if (i + 32 < n) __pipeline_memcpy_async(&s[stage ^ 1][t], in + i + 32, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    out[i] = s[stage][t];
    stage ^= 1;
  }
}
