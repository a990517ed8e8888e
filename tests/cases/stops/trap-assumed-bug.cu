// case: trap-assumed   expect: unsafe   class: stops   launch: grid(1) block(64) policy(trap=assume)   rule: barrier.divergent   at: __syncthreads()
// cause: the trap leaves values on which some threads only come to the barrier
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  if (v < 0) __trap();
  if (v < 5) __syncthreads();
  out[threadIdx.x] = v;
}
