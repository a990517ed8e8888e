// case: ring-2-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: one copy more may be pending than is ahead
#include <cuda_pipeline.h>
constexpr int kStages = 4, kAhead = 2 + 1;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[kStages][64];
  const int t = threadIdx.x;
  for (int i = 0; i < kAhead; ++i) {
    if (i < n) __pipeline_memcpy_async(&s[i][t], in + i * 64 + t, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(2 + 1);
    __syncthreads();
    sum += s[i % kStages][63 - t];
    if (i + kAhead < n) __pipeline_memcpy_async(&s[(i + kAhead) % kStages][t], in + (i + kAhead) * 64 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
