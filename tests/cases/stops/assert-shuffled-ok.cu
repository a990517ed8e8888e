// case: assert-shuffled   expect: safe   class: stops   launch: grid(1) block(32)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  int v = 0;
  if (threadIdx.x == 0) v = in[0] | 4;
  v = __shfl_sync(~0u, v, 0);
  if (threadIdx.x > 0) assert(v & 4);
  out[threadIdx.x] = v;
}
