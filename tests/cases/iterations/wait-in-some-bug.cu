// case: wait-in-some-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: only every fourth iteration waits
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[8][64];
  const int t = threadIdx.x;
  for (int j = 0; j < 8; ++j) s[j][t] = 0;
  __syncthreads();
  for (int i = 0; i < n && i < 8; ++i) {
    __pipeline_memcpy_async(&s[i][t], in + i * 64 + t, 4);
    __pipeline_commit();
    if (i % 4 == 3) __pipeline_wait_prior(0);
    __syncthreads();
    if (i >= 2) out[i * 64 + t] = s[i - 2][t ^ 1];
    __syncthreads();
  }
}
