// case: witness-two-claims-ok   expect: safe   class: witness   launch: grid(1) block(64)   at: -
// cause: both claims hold of n = 3; neither alone excludes the race
#include <warpproof.h>
__global__ void k(int* out, int n) {
  __shared__ int s;
  warpproof::assume(n * n > 5);
  warpproof::assume(n < 4 && n > -2);
  if (n != 3) s = threadIdx.x;
  out[threadIdx.x] = n;
}
