// case: cg-coalesced   expect: safe   class: cg-coalesced   launch: grid(1) block(32)   rule: -   at: -
// note: coalesced_threads() of a branch, used in that branch; bug: the group made before the branch is used in it
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void count_pos(const int *in, int *out) {
  const int v = in[threadIdx.x];
  int r = -1;
  if (v > 0) {
    auto all = cg::coalesced_threads();
    const int first = all.shfl(v, 0);
    r = first;
  }
  out[threadIdx.x] = r >= 0;
}
