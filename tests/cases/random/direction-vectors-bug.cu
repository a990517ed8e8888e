// case: direction-vectors   expect: unsafe   class: race   launch: grid(1) block(64)   at: if (threadIdx.x == 32) state->direction_vectors[3] = 7;
// Which direction vector a number is drawn with depends on the state.
#include <curand_kernel.h>

__global__ void draw(unsigned* out, curandStateSobol32* state) {
  if (threadIdx.x == 0) out[0] = curand(state);
  if (threadIdx.x == 32) state->direction_vectors[3] = 7;
}
