// case: witness-of-lanes-bug   expect: unproved   class: witness   launch: grid(1) block(512)   at: -
// cause: a block of 512 threads has others than the first two
#include <warpproof.h>
__global__ void k(int* out) {
  __shared__ int s;
  warpproof::assume(threadIdx.x < 2);
  if (threadIdx.x > 1) s = threadIdx.x;
  out[threadIdx.x] = 1;
}
