// case: cg-partition   expect: unsafe   class: cooperative-groups   launch: grid(1) block(32)   at: __shfl_sync(warp.ballot
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void odd_and_even(const int* in, int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int v = in[warp.thread_rank()];
  const auto alike = cg::binary_partition(warp, v & 1);
  int sum = v;
  if (alike.thread_rank() == 0) sum += alike.size();
  out[warp.thread_rank()] = __shfl_sync(warp.ballot(v & 1), sum, 0);
}
