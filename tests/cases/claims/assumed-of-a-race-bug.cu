// case: claim-assumed-of-a-race-bug   expect: unsafe   class: claim   launch: grid(1) block(64)   rule: race   at: s = threadIdx.x
// cause: what is read behind a race may be any thread's value, so assuming one of them hides no race
#include <warpproof.h>

__global__ void k(int* out, int n) {
  __shared__ int s;
  if (n > 5) s = threadIdx.x;
  __syncthreads();
  if (n > 5) warpproof::assume(s == 0);
  out[threadIdx.x] = n;
}
