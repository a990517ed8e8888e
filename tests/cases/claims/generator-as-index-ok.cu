// case: generator-as-index-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: a generator that wraps around beside the counter changes nothing
#include <cuda_pipeline.h>
__global__ void k(int* out, const int* in, const int* lut, int width, int n) {
  __shared__ int buf[64];
  unsigned rng = 0;
  int acc = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_memcpy_async(&buf[threadIdx.x], &in[i * width + threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    acc += buf[63 - threadIdx.x] ^ lut[__umulhi(rng, 64u)];
    rng += 0x6D2B79F5u;
    __syncthreads();
    if (i == 5000) acc = 0;
  }
  out[threadIdx.x] = acc;
}
