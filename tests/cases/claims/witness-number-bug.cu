// case: witness-number-bug   expect: unproved   class: witness   launch: grid(1) block(64)   at: -
// cause: the product is even, whatever n is
#include <warpproof.h>
__global__ void k(int* out, unsigned n) {
  __shared__ int s;
  warpproof::assume((n ^ 77u) * (n ^ 78u) % 2 == 1);
  s = threadIdx.x;
  out[threadIdx.x] = s;
}
