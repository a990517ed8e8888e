// case: claim-assumed-count-ok   expect: safe   class: claim   launch: grid(1) block(64)   at: -
// cause: what is assumed of n makes every warp whole
#include <warpproof.h>

__global__ void k(int* out, int n) {
  warpproof::assume(n % 32 == 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_down_sync(0xffffffffu, i, 1);
}
