// case: claim-loop-bug   expect: unsafe   class: claim   launch: grid(1) block(32)   rule: assert.user   at: v + w < 1998
// cause: two times 999 is 1998
#include <warpproof.h>

__global__ void k(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i) {
    int v = in[i * 32 + threadIdx.x];
    warpproof::assume(v > 0 && v < 1000);
    int w = __shfl_xor_sync(0xffffffffu, v, 1);
    warpproof::assert_that(v + w < 1998 && v + w > 1);
    out[threadIdx.x] = w;
  }
}
