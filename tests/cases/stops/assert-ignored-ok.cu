// case: assert-ignored   expect: safe   class: stops   launch: grid(1) block(64) policy(assert=ignore)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  assert(v > 3);
  out[threadIdx.x] = v;
}
