// case: quotient-below-zero   expect: safe   class: masks   launch: grid(any) block(32)   at: -
// The quotient is negative from -7 on: in 14 lanes.
__global__ void k(int* out) {
  const int i = threadIdx.x - 20;
  if (i / 7 < 0) out[threadIdx.x] = __shfl_sync(0x00003fffu, i, 0);
  __syncthreads();
}
