// case: inner-loop-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: copies of an inner loop are read in the next iteration of the outer but one
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n, int m) {
  __shared__ int s[4][128];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m && j < 2; ++j) __pipeline_memcpy_async(&s[i & 3][j * 64 + t], in + (i * 2 + j) * 64 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(3);
    __syncthreads();
    if (i >= 2) out[i * 64 + t] = s[(i - 2) & 3][t ^ 1];
    __syncthreads();
  }
}
