// case: rare-distance-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: read in the iteration before the copy
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (i == 50000) __pipeline_memcpy_async(&s[t], in + i * 64 + t, 4);
    __syncthreads();
    if (i == 49999) out[t] = s[t ^ 1];
    __syncthreads();
  }
}
