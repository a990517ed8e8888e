// case: assert-in-loop   expect: unsafe   class: stops   launch: grid(1) block(32)   rule: assert.device   at: -
// cause: the assertion stands before the first access in the text, but the loop comes back to it
#include <cassert>
__global__ void k(const int* in, int* out) {
  int v = 4;
  for (int i = 0; i < 2; ++i) {
    assert(v > 3);
    v = in[threadIdx.x];
  }
  out[threadIdx.x] = v;
}
