// case: copy-before-barrier-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(256)   rule: race   at: __pipeline_memcpy_async(&s[next % kStages][t]
// cause: the buffer that is copied to was read in the round before, by threads that are not past the barrier
#include <cuda_pipeline.h>
constexpr int kStages = 3;
__global__ void sum_tiles(const float* in, float* out, int tiles) {
  __shared__ float s[kStages][256];
  const int t = threadIdx.x;
  for (int k = 0; k < kStages - 1; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], in + k * 256 + t, 4);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    const int next = k + kStages - 1;
    if (next < tiles) __pipeline_memcpy_async(&s[next % kStages][t], in + (next & 7) * 256 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(kStages - 1);
    __syncthreads();
    sum += s[k % kStages][255 - t];
  }
  out[t] = sum;
}
