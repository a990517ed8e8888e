// case: SlotsOfSomeAny   expect: unsafe   class: atomics   launch: grid(1) block(any:32)   rule: store.same-instruction   at: -
// cause: of any two threads one may add nothing and get the other's number
__global__ void slots_of_any(const unsigned *in) {
  __shared__ unsigned count, list[1025];
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  unsigned wanted = in[t] & 1;
  unsigned slot = atomicAdd(&count, wanted);
  list[slot] = t;
}
