// case: claim-assumed-early-ok   expect: safe   class: claim   launch: grid(1) block(32)   at: -
// cause: assumed before the shuffle
#include <warpproof.h>

__global__ void k(int* out, int n) {
  warpproof::assume(n == 32);
  out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0, n);
}
