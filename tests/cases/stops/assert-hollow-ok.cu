// case: assert-hollow   expect: safe   class: stops   launch: grid(1) block(32)   at: -
#include <cassert>
__global__ void k(int* out) {
  assert(blockDim.x == 32);
  __syncthreads();
  out[threadIdx.x] = 1;
}
