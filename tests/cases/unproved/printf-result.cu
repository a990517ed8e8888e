// case: printf-result   expect: unproved   class: race   launch: grid(1) block(64)   rule: -   at: -
// cause: printf returns the number of its arguments
#include <stdio.h>
__global__ void report(int* out, int n) {
  if (printf("%d\n", n) != 0) out[0] = threadIdx.x;
}
