// case: group-copy-ok  expect: safe  class: async-group-copy  launch: grid(1) block(64)  rule: -  at: -
// cause: the threads of a block copy a tile together and all of them wait for it
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void reverse_tiles(const int4* in, int4* out, int tiles) {
  __shared__ int4 tile[128];
  const cg::thread_block block = cg::this_thread_block();
  for (int t = 0; t < tiles; ++t) {
    cg::memcpy_async(block, tile, in + t * 128, sizeof(tile));
    cg::wait(block);
    for (int i = block.thread_rank(); i < 128; i += block.size()) out[t * 128 + i] = tile[127 - i];
    block.sync();
  }
}
