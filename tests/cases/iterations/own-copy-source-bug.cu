// case: own-copy-source-bug   expect: unsafe   class: copy-distance   launch: grid(1) block(32)   at: -
// cause: the source of a copy that is pending is stored to
#include <cuda_pipeline.h>
__global__ void k(int *in, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += 32) {
    if (i / 32 < 3) __pipeline_memcpy_async(&s[i], in + i, 4);
    if (i >= 64) in[i - 64] = t;
  }
}
