// case: grid-once-more   expect: safe   class: grid-barrier   launch: grid(3) block(64)   at: -
// cause: each block comes to the barrier of the grid as often as there are blocks
#include <cooperative_groups.h>
__global__ void k(int* out) {
  for (unsigned i = 0; i <= gridDim.x; ++i) cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
