// case: drain-far-4-bug   expect: unproved   class: copy-distance   launch: grid(1) block(64) effort(20)   at: -
// cause: behind the loop one group too many may be pending
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (n > 50000 && i == n - 1 - 4) __pipeline_memcpy_async(&s[t], in + t, 4);
    __pipeline_commit();
    __syncthreads();
  }
  __pipeline_wait_prior(4 + 1);
  __syncthreads();
  out[t] = s[t ^ 1];
}
