// case: assert-shuffled   expect: unsafe   class: stops   launch: grid(1) block(32)   rule: assert.device   at: assert(v > 3)
// cause: all lanes but the first have read no memory, and yet know what the first one read
#include <cassert>
__global__ void k(const int* in, int* out) {
  int v = 0;
  if (threadIdx.x == 0) v = in[0];
  v = __shfl_sync(~0u, v, 0);
  if (threadIdx.x > 0) assert(v > 3);
  out[threadIdx.x] = v;
}
