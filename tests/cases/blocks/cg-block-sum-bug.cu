// case: cg-block-sum   expect: unsafe   class: cooperative-groups   launch: grid(1) block(128)   at: temp[lane] = v;
// level: ptx
// A sum of any number of values: what threads did in the loop does not matter behind it.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int reduce(cg::thread_block g, int* temp, int v) {
  const int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = v;
    g.sync();
    if (lane < i) v += temp[lane + i];
  }
  return v;
}
__global__ void sum(const int* in, int* out, int n) {
  __shared__ int temp[128];
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  const int all = reduce(cg::this_thread_block(), temp, v);
  if (threadIdx.x == 0) atomicAdd(out, all);
}
