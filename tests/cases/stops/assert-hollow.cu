// case: assert-hollow   expect: unproved   class: stops   launch: grid(1) block(64)   at: -
// cause: no thread of this launch gets past the assertion, so a proof would say nothing
#include <cassert>
__global__ void k(int* out) {
  assert(blockDim.x == 32);
  if (threadIdx.x > 5) __syncthreads();
  out[0] = 1;
}
