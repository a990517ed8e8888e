// case: heard-in-loop   expect: unproved   class: claims   launch: grid(any) block(64)   rule: -   at: -
// cause: in some iteration block 0 is known to have stored; what was loaded before the loop is old by then
#include <warpproof.h>
__global__ void looks(int* data, volatile int* flag, int* out, int n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (*flag != 1) {
    }
    __threadfence();
    *data = 6;
    __threadfence();
    *flag = 2;
  }
  if (blockIdx.x == 1) {
    const int before = *data;
    __threadfence();
    *flag = 1;
    for (int i = 0; i < n; ++i) {
      if (*flag != 2) continue;
      __threadfence();
      warpproof::assert_that(*data == before);
    }
    *out = before;
  }
}
