// case: state-of-nothing   expect: unsafe   class: uninitialised   launch: grid(any) block(32)   at: out[threadIdx.x] = curand_uniform(&state);
// A state is drawn with that was never made.
#include <curand_kernel.h>

__global__ void draw(float* out, unsigned seed) {
  curandStateMRG32k3a state;
  out[threadIdx.x] = curand_uniform(&state);
}
