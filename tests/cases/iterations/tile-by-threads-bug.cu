// case: tile-by-threads-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: the wait is missing
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 64) __pipeline_memcpy_async(&s[i], in + i, 4);
  __pipeline_commit();
  __syncthreads();
  for (int i = t; i < n; i += 64) out[i] = s[n - 1 - i];
}
