// case: row-barrier   expect: unsafe   class: shapes   launch: grid(1) block(any)   rule: barrier.divergent   at: -
// cause: rows of a block of two dimensions part at the barrier; in one dimension there is no second row
__global__ void k(int* out) {
  if (threadIdx.y == 1) __syncthreads();
  out[0] = 1;
}
