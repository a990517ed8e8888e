// case: inner-loop-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// assume: n <= 16
// cause: the copies of the outer iteration before are waited for
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n, int m) {
  __shared__ int s[4][128];
  const int t = threadIdx.x;
  s[0][t] = s[1][t] = s[2][t] = s[3][t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m && j < 2; ++j) __pipeline_memcpy_async(&s[i & 3][j * 64 + t], in + (i * 2 + j) * 64 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i >= 2) out[i * 64 + t] = s[(i - 2) & 3][t ^ 1];
    __syncthreads();
  }
}
