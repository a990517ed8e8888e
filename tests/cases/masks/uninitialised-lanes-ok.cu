// case: uninitialised-lanes   expect: safe   class: uninitialised   launch: grid(1) block(32)   at: -
// why: every lane brings a value
__global__ void total(const int *in, int *out, int n) {
  int v = 0;
  if (threadIdx.x < n) v = in[threadIdx.x];
  const int total = __reduce_add_sync(0xffffffffu, v);
  if (threadIdx.x == 0) out[0] = total;
}
