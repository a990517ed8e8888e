// case: row-barrier   expect: safe   class: shapes   launch: grid(1) block(any)   at: -
__global__ void k(int* out) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) out[0] = 1;
}
