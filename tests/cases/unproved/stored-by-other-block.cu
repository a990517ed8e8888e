// case: stored-by-other-block   expect: unproved   class: claims   launch: grid(any) block(64)   rule: -   at: -
// cause: what is asserted is false where block 0 has stored in between, as it does once block 1 waits for it
#include <warpproof.h>
__global__ void waits(int* data, volatile int* flag, int* out) {
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
    while (*flag != 2) {
    }
    __threadfence();
    warpproof::assert_that(*data == before);
    *out = before;
  }
}
