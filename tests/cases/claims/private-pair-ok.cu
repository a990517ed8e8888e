// case: private-pair-ok   expect: safe   class: claim   launch: grid(1) block(32)   rule: -   at: -
// why: one of the two members is set, and not the other
#include <warpproof.h>
__global__ void pick(unsigned x) {
  float2 v;
  v.x = 0;
  v.y = 0;
  ((float*)&v)[x > 5] = 1.0f;
  warpproof::assert_that(v.x + v.y == 1.0f);
}
