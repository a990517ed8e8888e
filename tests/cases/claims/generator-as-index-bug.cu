// case: generator-as-index-bug   expect: unproved   class: race   launch: grid(1) block(64) effort(20)   at: -
// cause: in iteration 5000 all threads store to buf[0]; the generator has wrapped around long before, as it is meant to
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
    if (i == 5000) buf[0] = acc + threadIdx.x;
  }
  out[threadIdx.x] = acc;
}
