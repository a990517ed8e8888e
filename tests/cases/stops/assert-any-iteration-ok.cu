// case: assert-any-iteration   expect: safe   class: stops   launch: grid(1) block(64)   at: -
#include <cassert>
__global__ void k(const int* in, int* out, int n) {
  int v = 4;
  for (int i = 0; i < n; ++i) {
    v = in[i] == 0x5bd1e995 && i > 4000 ? 8 : 4;
    assert(v > 3);
  }
  out[threadIdx.x] = v;
}
