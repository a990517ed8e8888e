// case: assert-memory   expect: safe   class: stops   launch: grid(1) block(64)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x] & 7;
  assert(v < 8);
  out[threadIdx.x] = v;
}
