// case: drawn-bin   expect: safe   class: race   launch: grid(any) block(128)   at: -
// Which bin a thread counts in is drawn.
#include <curand_kernel.h>

__global__ void histogram(const curandStatePhilox4_32_10_t* states, unsigned* bins, int rounds) {
  curandStatePhilox4_32_10_t mine = states[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 0; k < rounds; ++k) atomicAdd(&bins[curand(&mine) % 16], 1);
}
