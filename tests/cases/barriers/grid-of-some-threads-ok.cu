// case: grid-of-some-threads   expect: safe   class: grid-barrier   launch: grid(4) block(64)   at: -
// cause: every thread comes; some do more before it and exit behind it
#include <cooperative_groups.h>
__global__ void k(int* out) {
  if (threadIdx.x > 5) out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  if (threadIdx.x > 5) return;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 2;
}
