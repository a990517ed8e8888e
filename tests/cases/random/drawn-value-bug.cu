// case: drawn-value   expect: unsafe   class: race   launch: grid(1) block(64)   at: if (r != s.v[4]) out[0] = threadIdx.x;
// What is drawn is no word of the state.
#include <curand_kernel.h>

__global__ void draw(unsigned* out, unsigned seed) {
  curandState s;
  curand_init(seed, threadIdx.x, 0, &s);
  const unsigned r = curand(&s);
  if (r != s.v[4]) out[0] = threadIdx.x;
}
