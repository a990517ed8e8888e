// case: claim-sum-of-lanes-bug   expect: unsafe   class: claim   launch: grid(1) block(32)   rule: assert.user   at: v < 8192
// cause: the numbers are not below 256
#include <warpproof.h>

__global__ void k(const int* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) {
    warpproof::assert_that(v >= 0 && v < 8192);
    out[0] = v;
  }
}
