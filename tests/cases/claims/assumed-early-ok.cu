// case: claim-assumed-early-ok   expect: safe   class: claim   launch: grid(1) block(32)   at: -
// cause: assumed before the shuffle
#include <warpproof.h>

__global__ void k(int* out, int n) {
  warpproof::assume(n >= 32);
  if ((int)threadIdx.x < n) out[threadIdx.x] = __shfl_down_sync(0xffffffffu, n, 1);
}
