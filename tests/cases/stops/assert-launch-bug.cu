// case: assert-launch   expect: unsafe   class: stops   launch: grid(1) block(any:32)   rule: barrier.divergent   at: -
// cause: what is demanded allows n == 4, under which the barrier stands under a divergent condition
#include <cassert>
__global__ void k(int* out, int n) {
  assert(n > 3 && blockDim.x <= 64);
  if (n != 4 || threadIdx.x > 3) __syncthreads();
  out[threadIdx.x] = n;
}
