// case: kept-number   expect: unsafe   class: race   launch: grid(1) block(64)   at: if (threadIdx.x == 32) out[1] = curand_normal_double(&state);
// A large mean takes a normally distributed number, which a state keeps for another thread.
#include <curand_kernel.h>

__global__ void draw(double* out) {
  __shared__ curandState state;
  if (threadIdx.x == 0) {
    curand_init(1, 2, 3, &state);
    out[9] = curand_normal_double(&state);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = curand_poisson(&state, 5000.0);
  if (threadIdx.x == 32) out[1] = curand_normal_double(&state);
}
