// case: reused-source-ok   expect: safe   class: software-pipeline   launch: grid(1) block(64)   rule: -   at: -
#include <cuda_pipeline.h>
__global__ void swap_in(float* data, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], data + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  data[t] = 0.0f;
  out[t] = s[t];
}
