// case: claim-assumed-count-bug   expect: unsafe   class: claim   launch: grid(1) block(64)   rule: shfl.inactive-source   at: __shfl_down_sync
// cause: what is assumed of n is too weak
#include <warpproof.h>

__global__ void k(int* out, int n) {
  warpproof::assume(n % 8 == 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
