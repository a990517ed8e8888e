// case: quotient-below-zero   expect: unsafe   class: masks   launch: grid(any) block(32)   at: __shfl_sync(0x000fffffu, i, 0)
// The mask is that of the 20 lanes with a negative number; of six of them the quotient is 0.
__global__ void k(int* out) {
  const int i = threadIdx.x - 20;
  if (i / 7 < 0) out[threadIdx.x] = __shfl_sync(0x000fffffu, i, 0);
  __syncthreads();
}
