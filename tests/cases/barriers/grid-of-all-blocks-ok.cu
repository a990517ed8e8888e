// case: grid-of-all-blocks-ok   expect: safe   class: grid-barrier   launch: grid(any) block(64)   at: -
// cause: either all blocks come to the barrier of the grid or none
#include <cooperative_groups.h>
__global__ void k(int* out, int n) {
  if (n > 5) cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
