// case: rank   expect: unsafe   class: shapes   launch: grid(1) block(any)   at: -
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  __shared__ int s[1024];
  s[block.thread_rank()] = 1;
  out[block.thread_rank()] = s[block.size() - 1 - block.thread_rank()];
}
