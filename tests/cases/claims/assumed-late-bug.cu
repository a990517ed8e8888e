// case: claim-assumed-late-bug   expect: unsafe   class: claim   launch: grid(1) block(32)   rule: shfl.inactive-source   at: __shfl_down_sync
// cause: an execution counts up to what it assumes; the shuffle comes before
#include <warpproof.h>

__global__ void k(int* out, int n) {
  if ((int)threadIdx.x < n) out[threadIdx.x] = __shfl_down_sync(0xffffffffu, n, 1);
  warpproof::assume(n >= 32);
}
