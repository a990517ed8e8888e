// case: invoke-one-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void first_key(const int* in, int* out) {
  __shared__ int s[2];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int warp = threadIdx.x / 32;
  cg::invoke_one(tile, [&] { s[warp] = in[warp]; });
  tile.sync();
  if (tile.thread_rank() == 0) out[warp] = s[warp];
}
