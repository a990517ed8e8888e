// case: grid-of-some-threads   expect: unsafe   class: grid-barrier   launch: grid(4) block(64)   rule: barrier.unreached   at: -
// cause: six threads of each block exit without coming to the grid's barrier
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (threadIdx.x > 5) cooperative_groups::this_grid().sync();
}
