// case: grid-beside-block   expect: unsafe   class: grid-barrier   launch: grid(4) block(64)   rule: barrier.unreached   at: -
// cause: the second warp of each block comes to the barrier of the block only, which is complete with the first one's wait
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (threadIdx.x < 32) cooperative_groups::this_grid().sync();
  else __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
