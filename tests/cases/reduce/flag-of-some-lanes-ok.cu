// case: FlagOfSomeLanes   expect: safe   class: reduce   launch: grid(1) block(64)   rule: -   at: -
// why: all lanes that store store one
__global__ void any_of(const int *in, int *out) {
  if (in[threadIdx.x] < 0) out[threadIdx.x / 32] = 1;
}
