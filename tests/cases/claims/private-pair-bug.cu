// case: private-pair-bug   expect: unsafe   class: claim   launch: grid(1) block(32)   rule: assert.user   at: assert_that
// cause: the store through the computed index may set the second member
#include <warpproof.h>
__global__ void pick(unsigned x) {
  float2 v;
  v.x = 0;
  v.y = 0;
  ((float*)&v)[x > 5] = 1.0f;
  warpproof::assert_that(!(x == 0x7654323 && v.y == 1.0f));
}
