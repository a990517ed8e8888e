// case: warp-tiles-bug   expect: unsafe   class: software-pipeline   launch: grid(1) block(128)   rule: memory.implicit-warp-sync   at: __pipeline_memcpy_async(&s[warp][(k + 1) & 1][lane]
// cause: lanes copy into the words that others of the warp still read
#include <cuda_pipeline.h>
__global__ void warps(const float* in, float* out, int tiles) {
  __shared__ float s[4][2][32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  __pipeline_memcpy_async(&s[warp][0][lane], in + threadIdx.x, 4);
  __pipeline_commit();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&s[warp][(k + 1) & 1][lane], in + ((k + 1) & 7) * 128 + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncwarp();
    sum += s[warp][k & 1][31 - lane];
  }
  out[threadIdx.x] = sum;
}
