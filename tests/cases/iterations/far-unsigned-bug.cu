// case: far-unsigned-bug   expect: unproved   class: copy-distance   launch: grid(1) block(32) effort(20)   at: -
// cause: unsigned counters; the word is copied to twice
#include <cuda_pipeline.h>
__global__ void k(const int *in, unsigned n) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < n; i += 32) {
    if (i / 32 == 70000 || i / 32 == 70007) __pipeline_memcpy_async(&s[t], in + i, 4);
  }
}
