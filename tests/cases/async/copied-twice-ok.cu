// case: CopiedTwice_same   expect: safe   class: async   launch: grid(1) block(64)   rule: -   at: -
// why: they copy the same word
#include <cuda_pipeline.h>

__global__ void copied_twice(const int *in, int *out) {
  __shared__ int words[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&words[t & ~1], &in[t & ~1], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = words[t & ~1];
}
