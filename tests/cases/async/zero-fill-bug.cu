// case: zero-fill-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: value.uninitialised   at: out[t] = s[t] + s[t ^ 1]
// cause: words past the end are not filled
#include <cuda_pipeline.h>
__global__ void tail(const float* in, float* out, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  if (t < n) __pipeline_memcpy_async(&s[t], in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[t] + s[t ^ 1];
}
