// case: SumStoredByAll   expect: safe   class: reduce   launch: grid(1) block(any:32)   rule: -   at: -
// why: after a butterfly all lanes hold the same sum
__global__ void sum_for_all(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  out[threadIdx.x / 32] = v;
}
