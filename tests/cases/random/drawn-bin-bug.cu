// case: drawn-bin   expect: unsafe   class: race   launch: grid(any) block(128)   at: for (int k = 0; k < rounds; ++k) bins[curand(&mine) % 16]++;
// Two threads may draw one bin, and count in it without an atomic operation.
#include <curand_kernel.h>

__global__ void histogram(const curandStatePhilox4_32_10_t* states, unsigned* bins, int rounds) {
  curandStatePhilox4_32_10_t mine = states[blockIdx.x * blockDim.x + threadIdx.x];
  for (int k = 0; k < rounds; ++k) bins[curand(&mine) % 16]++;
}
