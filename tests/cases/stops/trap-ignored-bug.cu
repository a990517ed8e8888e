// case: trap-ignored   expect: unsafe   class: stops   launch: grid(1) block(64) policy(trap=ignore)   rule: barrier.divergent   at: __syncthreads()
// cause: one thread stops at the trap; of the others, which go on, only one warp comes to the barrier
__global__ void k(const int* in, int* out) {
  const int v = in[0];
  if (v < 0 && threadIdx.x == 0) __trap();
  if (v >= 0 || threadIdx.x > 31) __syncthreads();
  out[threadIdx.x] = v;
}
