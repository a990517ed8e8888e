// case: FlagOfSomeLanes_broken   expect: unsafe   class: reduce   launch: grid(1) block(64)   rule: store.same-instruction   at: -
// cause: each lane stores its own number
__global__ void any_of(const int *in, int *out) {
  if (in[threadIdx.x] < 0) out[threadIdx.x / 32] = threadIdx.x;
}
