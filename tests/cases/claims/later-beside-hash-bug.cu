// case: later-beside-hash-bug   expect: unproved   class: async   launch: grid(1) block(64) effort(20)   at: -
// cause: the copy of iteration 5002 is read in iteration 5004, and nothing waits for it; the hash is less then than it was
#include <cuda_pipeline.h>
__global__ void k(int* out, const int* in, int n) {
  __shared__ int buf[64];
  unsigned h = 0;
  int acc = 0;
  buf[threadIdx.x] = 0;
  for (int i = 0; i < n; ++i) {
    if (i == 5002) __pipeline_memcpy_async(&buf[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    if (i == 5004) acc += buf[threadIdx.x];
    acc ^= (int)h;
    h += 0x9E3779B9u;
  }
  __pipeline_wait_prior(0);
  out[threadIdx.x] = acc;
}
