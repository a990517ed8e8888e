// case: assert-assumed   expect: unsafe   class: stops   launch: grid(1) block(64) policy(assert=assume)   rule: barrier.divergent   at: __syncthreads()
// cause: the assertion leaves values on which some threads only come to the barrier
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  assert(v > 3);
  if (v > 5) __syncthreads();
  out[threadIdx.x] = v;
}
