// case: assert-checked   expect: unsafe   class: stops   launch: grid(1) block(64) policy(assert=check)   rule: assert.device   at: assert(
// cause: the value 3 passes the condition before it
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  if (v < 3) return;
  assert(v > 3);
  out[threadIdx.x] = v;
}
