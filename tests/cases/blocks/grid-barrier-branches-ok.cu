// case: grid-barrier-branches   expect: safe   class: grid-barrier   launch: grid(any) block(64)   rule: -   at: -
// note: the first block comes to the barrier of the grid at another place than the others; it is one barrier
#include <cooperative_groups.h>

extern "C" __global__ void phases(int* out, int n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (blockIdx.x == 0) {
    out[i] = n;
    grid.sync();
  } else {
    grid.sync();
  }
  out[i] = i;
}
