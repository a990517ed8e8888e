// case: tile-by-threads-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: each thread copies words of its own, and waits behind the loop
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[1024];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 64) __pipeline_memcpy_async(&s[i], in + i, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = t; i < n; i += 64) out[i] = s[n - 1 - i];
}
