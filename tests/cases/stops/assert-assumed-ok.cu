// case: assert-assumed   expect: safe   class: stops   launch: grid(1) block(64) policy(assert=assume)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  assert(v > 3);
  if (v <= 3) __syncthreads();
  out[threadIdx.x] = v;
}
