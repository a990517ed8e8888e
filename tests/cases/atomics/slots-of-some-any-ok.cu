// case: SlotsOfSomeAny_fixed   expect: safe   class: atomics   launch: grid(1) block(any:32)   rule: -   at: -
__global__ void slots_of_any(const unsigned *in) {
  __shared__ unsigned count, list[1025];
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  unsigned wanted = in[t] & 1;
  unsigned slot = atomicAdd(&count, wanted);
  if (wanted) list[slot] = t;
}
