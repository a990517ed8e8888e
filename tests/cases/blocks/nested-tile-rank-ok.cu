// case: nested-tile-rank-ok  expect: safe  class: nested-tiles  launch: grid(1) block(128)  rule: -  at: -
// cause: a tile of a tile counts its rank within that tile: the slot needs the rank of the warp too
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void sums_of_eights(const int* in, int* out) {
  __shared__ int slot[16];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  int v = in[block.thread_rank()];
  for (int i = 4; i > 0; i >>= 1) v += eight.shfl_down(v, i);
  if (eight.thread_rank() == 0)
    slot[warp.meta_group_rank() * eight.meta_group_size() + eight.meta_group_rank()] = v;
  cg::sync(block);
  if (block.thread_rank() < 4) out[block.thread_rank()] = slot[block.thread_rank()];
}
