// case: witness-block-bug   expect: unproved   class: witness   launch: grid(4) block(64)   at: -
// cause: there is no such block
#include <warpproof.h>
__global__ void k(int* out) {
  __shared__ int s;
  warpproof::assume(blockIdx.x * 3 > 9);
  if (blockIdx.x < 4) s = threadIdx.x;
  out[threadIdx.x] = 1;
}
