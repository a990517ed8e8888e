// case: ring-0-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: 2 buffers, of which 0 copies may be pending where one is read
#include <cuda_pipeline.h>
constexpr int kStages = 2, kAhead = 0 + 1;
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[kStages][64];
  const int t = threadIdx.x;
  for (int i = 0; i < kAhead; ++i) {
    if (i < n) __pipeline_memcpy_async(&s[i][t], in + i * 64 + t, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += s[i % kStages][63 - t];
    if (i + kAhead < n) __pipeline_memcpy_async(&s[(i + kAhead) % kStages][t], in + (i + kAhead) * 64 + t, 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
