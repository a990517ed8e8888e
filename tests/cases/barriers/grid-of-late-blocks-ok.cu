// case: grid-of-late-blocks   expect: safe   class: grid-barrier   launch: grid(any) block(64)   at: -
// cause: blocks past the end leave behind the barrier of the grid
#include <cooperative_groups.h>
__global__ void k(int* out, unsigned n) {
  cooperative_groups::this_grid().sync();
  if (blockIdx.x * blockDim.x >= n) return;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
