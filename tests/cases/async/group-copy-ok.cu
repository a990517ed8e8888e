// case: group-copy-ok  expect: safe  class: async-group-copy  launch: grid(1) block(64)  rule: -  at: -
// cause: the threads of a block copy a tile together and all of them wait for it
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
extern "C" __global__ void reverse_tiles(const int* in, int* out, int tiles) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  for (int t = 0; t < tiles; ++t) {
    cg::memcpy_async(block, tile, in + t * 64, sizeof(tile));
    cg::wait(block);
    for (int i = block.thread_rank(); i < 64; i += block.size()) out[t * 64 + i] = tile[63 - i];
    block.sync();
  }
}
