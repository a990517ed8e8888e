// case: grid-of-late-blocks   expect: unsafe   class: grid-barrier   launch: grid(any) block(64)   rule: barrier.unreached   at: -
// cause: blocks past the end leave before the barrier of the grid
#include <cooperative_groups.h>
__global__ void k(int* out, unsigned n) {
  if (blockIdx.x * blockDim.x >= n) return;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
