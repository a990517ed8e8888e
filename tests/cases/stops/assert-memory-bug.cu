// case: assert-memory   expect: unsafe   class: stops   launch: grid(1) block(64)   rule: assert.device   at: assert(v > 3)
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  assert(v > 3);
  out[threadIdx.x] = v;
}
