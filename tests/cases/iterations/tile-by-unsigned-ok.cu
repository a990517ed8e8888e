// case: tile-by-unsigned-ok   expect: safe   class: copy-distance   launch: grid(1) block(64)   at: -
// cause: a counter of unsigned numbers
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *out, unsigned n) {
  __shared__ int s[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < n; i += 64) __pipeline_memcpy_async(&s[i], in + i, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (unsigned i = t; i < n; i += 64) out[i] = s[n - 1 - i];
}
