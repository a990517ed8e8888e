// case: own-states   expect: unsafe   class: race   launch: grid(any) block(128)   at: curand_init(seed, i, 0, &states[i / 2]);
// Two threads draw numbers with one state.
#include <curand_kernel.h>

__global__ void walk(curandState* states, float* out, int n, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  curand_init(seed, i, 0, &states[i / 2]);
  curandState mine = states[i / 2];
  float sum = 0;
  for (int k = 0; k < 100; ++k) sum += curand_normal(&mine);
  out[i] = sum;
}
