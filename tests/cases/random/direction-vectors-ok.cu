// case: direction-vectors   expect: safe   class: race   launch: grid(1) block(64)   at: -
// A state of a quasi-random sequence is drawn with before it is changed.
#include <curand_kernel.h>

__global__ void draw(unsigned* out, curandStateSobol32* state) {
  if (threadIdx.x == 0) out[0] = curand(state);
  __syncthreads();
  if (threadIdx.x == 32) state->direction_vectors[3] = 7;
}
