// case: far-warp-bug   expect: unproved   class: copy-distance   launch: grid(1) block(64) effort(20)   at: -
// cause: warps go round by themselves; __syncwarp completes no copy
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, const int *ends) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncwarp();
  const int n = ends[t / 32];
  for (int i = 0; i < n; ++i) {
    if (i == 50000) __pipeline_memcpy_async(&s[t], in + t, 4);
    __pipeline_commit();
    __syncwarp();
    if (i == 50003) out[t] = s[t ^ 1];
    __syncwarp();
  }
}
