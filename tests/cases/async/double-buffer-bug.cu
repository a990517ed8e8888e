// case: double-buffer-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(128)   rule: race   at: __pipeline_memcpy_async(&s[(k + 1) & 1][t]
// cause: the next round copies into the buffer that others still read
#include <cuda_pipeline.h>
__global__ void blur(const float* in, float* out, int tiles) {
  __shared__ float s[2][128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], in + t, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&s[(k + 1) & 1][t], in + ((k + 1) & 7) * 128 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k & 1][t] + s[k & 1][(t + 1) & 127];
  }
  out[t] = sum;
}
