// case: grid-of-some-blocks   expect: unsafe   class: grid-barrier   launch: grid(any) block(64)   rule: barrier.unreached   at: -
// cause: only the first block comes to the barrier of the grid, and waits there without end
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (blockIdx.x == 0) cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
