// case: claim-assumed-late-bug   expect: unsafe   class: claim   launch: grid(1) block(32)   rule: shfl.width   at: __shfl_sync
// cause: an execution counts up to what it assumes; the shuffle comes before
#include <warpproof.h>

__global__ void k(int* out, int n) {
  out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0, n);
  warpproof::assume(n == 32);
}
