// case: group-copy-bug  expect: unsafe  class: async-group-copy  launch: grid(1) block(64)  rule: race.mixed-size  at: out[t * 128 + i] = tile[127 - i];
// cause: the threads of a block copy a tile together and meet, which does not wait for the copies
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void reverse_tiles(const int4* in, int4* out, int tiles) {
  __shared__ int4 tile[128];
  const cg::thread_block block = cg::this_thread_block();
  for (int t = 0; t < tiles; ++t) {
    cg::memcpy_async(block, tile, in + t * 128, sizeof(tile));
    block.sync();
    for (int i = block.thread_rank(); i < 128; i += block.size()) out[t * 128 + i] = tile[127 - i];
    block.sync();
  }
}
