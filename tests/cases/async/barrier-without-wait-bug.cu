// case: barrier-without-wait-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(64)   rule: race   at: out[t] = s[63 - t]
// cause: a barrier does not wait for copies
#include <cuda_pipeline.h>
__global__ void reverse(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], in + t, 4);
  __pipeline_commit();
  __syncthreads();
  out[t] = s[63 - t];
}
