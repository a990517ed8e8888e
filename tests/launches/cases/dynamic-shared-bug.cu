// The launch gives no dynamic shared memory, of which the kernel needs 4 bytes a thread.
__global__ void swap_neighbours(int* p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}

void run(int* p) {
  swap_neighbours<<<1, 64>>>(p);  // expect: violation
}
