// case: heard-behind-barrier   expect: unproved   class: claims   launch: grid(any) block(64)   rule: -   at: -
// cause: thread 0 waits for block 0, and the barrier hands what it knows to all: what is asserted may be false by then
#include <warpproof.h>
__global__ void waits(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    while (*flag != 1) {
    }
    __threadfence();
    *data = 6;
    __threadfence();
    *flag = 2;
  }
  if (blockIdx.x == 1) {
    const int before = *data;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *flag = 1;
      while (*flag != 2) {
      }
      __threadfence();
    }
    __syncthreads();
    warpproof::assert_that(*data == before);
    out[threadIdx.x] = before;
  }
}
