// case: drawn-value   expect: safe   class: race   launch: grid(1) block(64)   at: -
// Of a number that is drawn a remainder is known.
#include <curand_kernel.h>

__global__ void draw(unsigned* out, unsigned seed) {
  curandState s;
  curand_init(seed, threadIdx.x, 0, &s);
  const unsigned r = curand(&s) % 8;
  if (r > 7) out[0] = threadIdx.x;
}
