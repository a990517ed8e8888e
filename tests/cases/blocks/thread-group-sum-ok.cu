// case: thread-group-sum-ok  expect: safe  class: generic-group  launch: grid(1) block(64)  rule: -  at: -
// cause: a sum over any group, of which the words are read before the next round stores to them
#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int group_sum(thread_group g, int* words, int v) {
  const int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    words[rank] = v;
    g.sync();
    if (rank < i) v += words[rank + i];
    g.sync();  // read
  }
  return v;
}
extern "C" __global__ void sums_of_sixteens(const int* in, int* out) {
  __shared__ int words[64];
  const thread_group tile = tiled_partition(this_thread_block(), 16);
  const int first = threadIdx.x / 16 * 16;
  const int v = group_sum(tile, words + first, in[threadIdx.x]);
  if (tile.thread_rank() == 0) out[first / 16] = v;
}
