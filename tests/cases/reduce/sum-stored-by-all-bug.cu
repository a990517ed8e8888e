// case: SumStoredByAll_broken   expect: unsafe   class: reduce   launch: grid(1) block(any:32)   rule: store.same-instruction   at: -
// cause: after a tree downwards they do not
__global__ void sum_for_all(const int *in, int *out) {
  int v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  out[threadIdx.x / 32] = v;
}
