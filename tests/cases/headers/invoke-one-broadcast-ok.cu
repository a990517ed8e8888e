// case: invoke-one-broadcast-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void reserve(const int* in, int* out, unsigned* used) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned first = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(used, tile.size()); });
  out[first + tile.thread_rank()] = in[threadIdx.x];
}
