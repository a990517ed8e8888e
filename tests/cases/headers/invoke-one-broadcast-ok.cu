// case: invoke-one-broadcast-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void scale(const int* in, int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int factor = cg::invoke_one_broadcast(tile, [&] { return in[threadIdx.x]; });
  out[threadIdx.x] = factor * in[threadIdx.x];
}
