// case: trap-assumed   expect: safe   class: stops   launch: grid(1) block(64) policy(trap=assume)   at: -
__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  if (v < 0) __trap();
  if (v < 0) __syncthreads();
  out[threadIdx.x] = v;
}
