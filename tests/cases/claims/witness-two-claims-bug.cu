// case: witness-two-claims-bug   expect: unproved   class: witness   launch: grid(1) block(64)   at: -
// cause: no execution keeps both claims
#include <warpproof.h>
__global__ void k(int* out, int n) {
  __shared__ int s;
  warpproof::assume(n * n > 5);
  warpproof::assume(n < 2 && n > -2);
  s = threadIdx.x;
  out[threadIdx.x] = s;
}
