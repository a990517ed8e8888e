// case: assert-any-iteration   expect: unproved   class: stops   launch: grid(1) block(64)   at: -
// cause: what the iteration before read decides the assertion, seldom
#include <cassert>
__global__ void k(const int* in, int* out, int n) {
  int v = 4;
  for (int i = 0; i < n; ++i) {
    assert(v > 3);
    v = in[i] == 0x5bd1e995 && i > 4000 ? 0 : 4;
  }
  out[threadIdx.x] = v;
}
