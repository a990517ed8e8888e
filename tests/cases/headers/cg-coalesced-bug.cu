// case: cg-coalesced   expect: unsafe   class: cg-coalesced   launch: grid(1) block(32)   rule: op.mismatch   at: const int first = all.shfl(v, 0);
// note: coalesced_threads() of a branch, used in that branch; bug: the group made before the branch is used in it
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void count_pos(const int *in, int *out) {
  const int v = in[threadIdx.x];
  auto all = cg::tiled_partition<32>(cg::this_thread_block());
  int r = -1;
  if (v > 0) {
    const int first = all.shfl(v, 0);
    r = first;
  }
  all.sync();
  out[threadIdx.x] = r;
}
