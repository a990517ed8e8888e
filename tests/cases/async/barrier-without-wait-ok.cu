// case: barrier-without-wait-ok   expect: safe   class: software-pipeline   launch: grid(1) block(64)   rule: -   at: -
#include <cuda_pipeline.h>
__global__ void reverse(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = s[63 - t];
}
