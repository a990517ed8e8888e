// case: assert-checked   expect: safe   class: stops   launch: grid(1) block(64) policy(assert=check)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  if (v <= 3) return;
  assert(v > 2);
  out[threadIdx.x] = v;
}
