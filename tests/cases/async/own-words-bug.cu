// case: own-words-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(256)   rule: async.unwaited   at: sum += s[k & 1][t]
// cause: the tile that is read is one of the two that may be pending
#include <cuda_pipeline.h>
__global__ void prefetch(const float* in, float* out, int tiles) {
  __shared__ float s[2][256];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], in + t, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&s[(k + 1) & 1][t], in + ((k + 1) & 7) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    sum += s[k & 1][t];
  }
  out[t] = sum;
}
