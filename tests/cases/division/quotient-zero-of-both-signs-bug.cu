// case: quotient-zero-of-both-signs   expect: unsafe   class: masks   launch: grid(any) block(32)   rule: mask.self   at: __shfl_sync(0x07f00000u, i, 20)
// The mask has the lanes with 0 to 6 only.
__global__ void k(int* out) {
  const int i = threadIdx.x - 20;
  if ((unsigned)(i / 7) < 1u) out[threadIdx.x] = __shfl_sync(0x07f00000u, i, 20);
  __syncthreads();
}
