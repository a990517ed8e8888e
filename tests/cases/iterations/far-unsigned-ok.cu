// case: far-unsigned-ok   expect: safe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: unsigned counters; one copy
#include <cuda_pipeline.h>
__global__ void k(const int *in, unsigned n) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < n; i += 32) {
    if (i / 32 == 70000) __pipeline_memcpy_async(&s[t], in + i, 4);
  }
}
