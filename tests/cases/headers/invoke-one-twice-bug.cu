// case: invoke-one-twice-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: memory.collective-as-fence   at: s = 1
// cause: each call may choose another thread, and nothing orders the two
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void count(int* out) {
  __shared__ int s;
  const auto group = cg::coalesced_threads();
  cg::invoke_one(group, [&] { s = 1; });
  cg::invoke_one(group, [&] { s = 2; });
  __syncwarp();
  out[threadIdx.x] = s;
}
