// case: grid-barrier-branches   expect: unsafe   class: grid-barrier   launch: grid(any) block(64)   rule: barrier.unreached   at: if (n > 1) grid.sync();
// cause: the other blocks come to the barrier of the grid twice, where the first one comes once
#include <cooperative_groups.h>

extern "C" __global__ void phases(int* out, int n) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (blockIdx.x == 0) {
    out[i] = n;
    grid.sync();
  } else {
    grid.sync();
    if (n > 1) grid.sync();
  }
  out[i] = i;
}
