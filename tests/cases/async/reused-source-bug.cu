// case: reused-source-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: async.unwaited   at: data[t] = 0.0f
// cause: the source is overwritten while it may still be read
#include <cuda_pipeline.h>
__global__ void swap_in(float* data, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], data + t, 4);
  __pipeline_commit();
  data[t] = 0.0f;
  __pipeline_wait_prior(0);
  out[t] = s[t];
}
