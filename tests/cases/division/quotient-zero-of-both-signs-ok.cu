// case: quotient-zero-of-both-signs   expect: safe   class: masks   launch: grid(any) block(32)   at: -
// The quotient is 0 for -6 to 6.
__global__ void k(int* out) {
  const int i = threadIdx.x - 20;
  if ((unsigned)(i / 7) < 1u) out[threadIdx.x] = __shfl_sync(0x07ffc000u, i, 20);
  __syncthreads();
}
