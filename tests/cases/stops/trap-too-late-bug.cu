// case: trap-too-late   expect: unsafe   class: stops   launch: grid(1) block(64)   rule: barrier.divergent   at: -
// cause: the barrier comes before the trap that would leave such executions out
__global__ void k(const int* in, int* out) {
  const int v = in[0];
  if (v >= 0 || threadIdx.x > 3) __syncthreads();
  if (v < 0) __trap();
  out[threadIdx.x] = v;
}
