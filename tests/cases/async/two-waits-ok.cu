// case: two-waits-ok   expect: safe   class: software-pipeline   launch: grid(1) block(256)   rule: -   at: -
#include <cuda_pipeline.h>
__global__ void sum_tiles(const float* in, float* out, int tiles) {
  __shared__ float s[2][256];
  const int t = threadIdx.x;
  int now = 0;
  __pipeline_memcpy_async(&s[0][t], in + t, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      __pipeline_memcpy_async(&s[now ^ 1][t], in + ((k + 1) & 7) * 256 + t, 4);
      __pipeline_commit();
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += s[now][255 - t];
    __syncthreads();
    now ^= 1;
  }
  out[t] = sum;
}
