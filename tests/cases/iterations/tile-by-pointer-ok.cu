// case: tile-by-pointer-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: pointers move on
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  int *to = s + t;
  for (int i = t; i < n; i += 64, to += 64) __pipeline_memcpy_async(to, in + i, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = t; i < n; i += 64) out[i] = s[n - 1 - i];
}
