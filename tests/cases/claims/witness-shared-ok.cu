// case: witness-shared-ok   expect: safe   class: witness   launch: grid(1) block(32) shared(128)   at: -
// cause: shared memory is as large as needed
extern __shared__ int d[];
__global__ void k(int* out) {
  d[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x ^ 1];
}
