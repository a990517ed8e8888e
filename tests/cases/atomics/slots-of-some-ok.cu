// case: SlotsOfSome_fixed   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
__global__ void slots_of_some(unsigned *out, const unsigned *in) {
  __shared__ unsigned count, list[65];
  int t = threadIdx.x;
  list[t] = 0;
  if (t == 0) count = 0;
  __syncthreads();
  unsigned wanted = in[t] & 1;
  unsigned slot = atomicAdd(&count, wanted);
  if (wanted) list[slot] = t;
  __syncthreads();
  out[t] = list[t];
}
