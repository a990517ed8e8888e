// case: assert-in-loop   expect: safe   class: stops   launch: grid(1) block(32)   at: -
#include <cassert>
__global__ void k(const int* in, int* out) {
  int v = 4;
  for (int i = 0; i < 2; ++i) {
    assert(v > 3);
    v = in[threadIdx.x] | 4 & 0x7fffffff;
    if (v < 4) v = 4;
  }
  out[threadIdx.x] = v;
}
