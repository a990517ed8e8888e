// case: four-stage-ring-ok   expect: safe   class: software-pipeline   launch: grid(1) block(256)   rule: -   at: -
#include <cuda_pipeline.h>
constexpr int kStages = 4;
__global__ void sum_tiles(const float* in, float* out, int tiles) {
  __shared__ float s[kStages][256];
  const int t = threadIdx.x;
  for (int k = 0; k < kStages - 1; ++k) {
    if (k < tiles) __pipeline_memcpy_async(&s[k][t], in + k * 256 + t, 4);
    __pipeline_commit();
  }
  float sum = 0.0f;
  int from = 0, to = kStages - 1;
  for (int k = 0; k < tiles; ++k) {
    __pipeline_wait_prior(kStages - 2);
    __syncthreads();
    if (k + kStages - 1 < tiles) __pipeline_memcpy_async(&s[to][t], in + ((k + 3) & 7) * 256 + t, 4);
    __pipeline_commit();
    sum += s[from][255 - t];
    if (++from == kStages) from = 0;
    to = to + 1 == kStages ? 0 : to + 1;
  }
  out[t] = sum;
}
