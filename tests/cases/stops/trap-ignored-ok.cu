// case: trap-ignored   expect: safe   class: stops   launch: grid(1) block(64) policy(trap=ignore)   at: -
__global__ void k(const int* in, int* out) {
  const int v = in[0];
  if (v < 0 && threadIdx.x == 0) __trap();
  __syncthreads();
  out[threadIdx.x] = v;
}
