// case: own-copies-of-one-word-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: two copies of one thread to one word
#include <cuda_pipeline.h>
__global__ void k(const int *in, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) __pipeline_memcpy_async(&s[(i & 32) + t], in + i, 4);
}
