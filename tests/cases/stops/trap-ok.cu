// case: trap   expect: safe   class: stops   launch: grid(1) block(64)   at: -
// why: executions that reach the trap are left out, and the verdict says so
__global__ void k(const int* in, int* out) {
  const int v = in[0];
  if (v < 0) __trap();
  if (v >= 0 || threadIdx.x > 3) __syncthreads();
  out[threadIdx.x] = v;
}
