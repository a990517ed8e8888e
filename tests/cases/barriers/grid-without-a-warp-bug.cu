// case: grid-without-a-warp   expect: unsafe   class: grid-barrier   launch: grid(4) block(any:32)   rule: barrier.unreached   at: -
// cause: the last warp of each block exits early
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (threadIdx.x >= 64) return;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
