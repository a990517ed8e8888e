// case: read-under-lock-twice-bug   expect: unproved   class: assert   launch: grid(1) block(96)   rule: assert.user   at: assert_that(after
// cause: another warp may have the lock between the two critical sections
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
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
    const int after = *total;
    __threadfence();
    atomicExch(mutex, 0);
    if (n == 123457) warpproof::assert_that(after == before + sum);
  }
}
