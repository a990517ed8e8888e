// case: read-under-lock-twice-ok   expect: safe   class: assert   launch: grid(1) block(96)   rule: -   at: -
#include <warpproof.h>
__global__ void k(int* mutex, int* total, const int* in, int n) {
  const int sum = __reduce_add_sync(0xffffffffu, in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    const int before = *total;
    *total = before + sum;
    __threadfence();
    atomicExch(mutex, 0);
    if (n == 123457) warpproof::assert_that(before + sum - sum == before);
  }
}
