// case: heard-once   expect: safe   class: claims   launch: grid(any) block(64)   at: -
// Block 1 waits for block 0 and then loads the same words twice, with nothing between that it could learn from.
#include <warpproof.h>
__global__ void loads_twice(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 6;
    __threadfence();
    *flag = 2;
  }
  if (blockIdx.x == 1) {
    while (*flag != 2) {
    }
    __threadfence();
    const int once = *data;
    warpproof::assert_that(*data == once);
    *out = once;
  }
}
