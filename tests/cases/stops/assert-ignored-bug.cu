// case: assert-ignored   expect: unsafe   class: stops   launch: grid(1) block(64) policy(assert=ignore)   rule: barrier.divergent   at: -
// cause: the barrier before the assertion
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  if (v > 3) __syncthreads();
  assert(v > 3);
  out[threadIdx.x] = v;
}
