// case: claim-assumed-data-ok   expect: safe   class: claim   launch: grid(1) block(64)   at: -
// cause: each thread's index is its own, as assumed of what it loads
#include <warpproof.h>

__global__ void k(const int* order, int* out) {
  __shared__ int s[64];
  int to = order[threadIdx.x];
  warpproof::assume(to == 63 - (int)threadIdx.x);
  s[to] = threadIdx.x;
  __syncthreads();
  warpproof::assert_that(s[to] == (int)threadIdx.x);
  out[threadIdx.x] = s[threadIdx.x];
}
