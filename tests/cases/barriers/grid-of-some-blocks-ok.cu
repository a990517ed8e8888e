// case: grid-of-some-blocks   expect: safe   class: grid-barrier   launch: grid(any) block(64)   at: -
// cause: the size of the grid decides whether blocks come to its barrier, for all of them alike
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (gridDim.x > 1) cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
