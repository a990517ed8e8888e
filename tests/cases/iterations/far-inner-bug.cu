// case: far-inner-bug   expect: unproved   class: copy-distance   launch: grid(1) block(64) effort(20)   at: -
// cause: copies of an inner loop, and iterations of the outer
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n, int m) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j)
      if (i == 5000 && j == 77) __pipeline_memcpy_async(&s[t], in + t, 4);
    __pipeline_commit();
    __syncthreads();
    if (i == 5004) out[t] = s[t ^ 1];
    __syncthreads();
  }
}
