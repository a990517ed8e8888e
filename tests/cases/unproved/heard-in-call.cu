// case: heard-in-call   expect: unproved   class: claims   launch: grid(any) block(64)   rule: -   at: -
// cause: a function waits for block 0, and another one loads before and behind it
#include <warpproof.h>
__device__ __noinline__ void hand_over(volatile int* flag) {
  __threadfence();
  *flag = 1;
  while (*flag != 2) {
  }
  __threadfence();
}
__device__ __noinline__ int get(const int* data) { return *data; }
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
    const int before = get(data);
    hand_over(flag);
    warpproof::assert_that(get(data) == before);
    *out = before;
  }
}
