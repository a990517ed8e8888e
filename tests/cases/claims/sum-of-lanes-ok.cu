// case: claim-sum-of-lanes-ok   expect: safe   class: claim   launch: grid(1) block(32)   at: -
// cause: a sum of 32 numbers below 256 is below 8192
#include <warpproof.h>

__global__ void k(const unsigned char* in, int* out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x == 0) {
    warpproof::assert_that(v >= 0 && v < 8192);
    out[0] = v;
  }
}
