// case: distance-1-bug   expect: unproved   class: copy-distance   launch: grid(1) block(64) effort(20)   at: -
// cause: barriers complete no copy: what one iteration copies is read 1 later, far on
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (i == 50000) __pipeline_memcpy_async(&s[t], in + t, 4);
    __pipeline_commit();
    __syncthreads();
    if (i == 50000 + 1) out[t] = s[t ^ 1];
    __syncthreads();
  }
}
