// case: claim-assumed-data-bug   expect: unsafe   class: claim   launch: grid(1) block(64)   rule: race   at: s[to] = threadIdx.x
// cause: that an index is inside the array does not make it different from another thread's
#include <warpproof.h>

__global__ void k(const int* order, int* out) {
  __shared__ int s[64];
  int to = order[threadIdx.x];
  warpproof::assume(to >= 0 && to < 64);
  s[to] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
