// case: tile-by-columns-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(128)   rule: race   at: sum += s[k & 1][4 * t + i]
// cause: what other threads have waited for is read without a barrier
#include <cuda_pipeline.h>
__global__ void rows_ahead(const float* in, float* out, int tiles, int width) {
  __shared__ float s[2][512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128) __pipeline_memcpy_async(&s[0][i], in + i, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      for (int i = t; i < 512; i += 128) __pipeline_memcpy_async(&s[(k + 1) & 1][i], in + ((k + 1) & 7) * width + i, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    for (int i = 0; i < 4; ++i) sum += s[k & 1][4 * t + i];
    __syncthreads();
  }
  out[t] = sum;
}
