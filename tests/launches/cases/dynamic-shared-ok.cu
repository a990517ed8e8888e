// The launch gives the 4 bytes of dynamic shared memory that each thread needs.
__global__ void swap_neighbours(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}

void run(int* p) {
  swap_neighbours<<<1, 64, 64 * sizeof(int)>>>(p);  // expect: proved
}
