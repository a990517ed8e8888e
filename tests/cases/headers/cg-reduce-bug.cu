// case: cg-reduce   expect: unsafe   class: cooperative-groups   launch: grid(1) block(64)   at: cg::reduce(tile, (float)v
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

extern "C" __global__ void tile_sums(const int* in, float* out, int* offsets) {
  const auto block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<16>(block);
  if (block.thread_rank() >= 40) return;
  const int v = in[block.thread_rank()];
  const int sum = cg::reduce(tile, v, cg::plus<int>());
  const float f = cg::reduce(tile, (float)v, cg::greater<float>());
  offsets[block.thread_rank()] = cg::exclusive_scan(tile, v) + sum;
  if (tile.thread_rank() == 0) out[block.thread_rank() / 16] = f;
}
