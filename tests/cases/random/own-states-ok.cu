// case: own-states   expect: safe   class: race   launch: grid(any) block(128)   at: -
// Each thread draws numbers with a state of its own.
#include <curand_kernel.h>

__global__ void walk(curandState* states, float* out, int n, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curand_init(seed, i, 0, &states[i]);
  curandState mine = states[i];
  float sum = 0;
  for (int k = 0; k < 100; ++k) sum += curand_normal(&mine);
  states[i] = mine;
  out[i] = sum;
}
