// case: state-of-nothing   expect: safe   class: uninitialised   launch: grid(any) block(32)   at: -
// A state is made before it is drawn with.
#include <curand_kernel.h>

__global__ void draw(float* out, unsigned seed) {
  curandStateMRG32k3a state;
  curand_init(seed, threadIdx.x, 0, &state);
  out[threadIdx.x] = curand_uniform(&state);
}
