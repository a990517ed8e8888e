// case: witness-shared-bug   expect: unproved   class: witness   launch: grid(1) block(32) shared(64)   at: -
// cause: each launch accesses 128 bytes of 64
extern __shared__ int d[];
__global__ void k(int* out) {
  d[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x ^ 1];
}
