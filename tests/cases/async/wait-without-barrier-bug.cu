// case: wait-without-barrier-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: race   at: out[t] = s[63 - t]
// cause: each thread waits for its own copies only
#include <cuda_pipeline.h>
__global__ void reverse(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = s[63 - t];
}
