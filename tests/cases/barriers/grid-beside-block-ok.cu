// case: grid-beside-block   expect: safe   class: grid-barrier   launch: grid(4) block(64)   at: -
// cause: both warps come to both barriers
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (threadIdx.x < 32) out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
  __syncthreads();
  cooperative_groups::this_grid().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
