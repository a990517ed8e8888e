// case: uninitialised-lanes   expect: unsafe   class: uninitialised   launch: grid(1) block(32)   rule: value.uninitialised   at: const int total = __reduce_add_sync(0xffffffffu, v);
// cause: lanes past n bring a variable that was never written
// level: ptx
__global__ void total(const int *in, int *out, int n) {
  int v;
  if (threadIdx.x < n) v = in[threadIdx.x];
  const int total = __reduce_add_sync(0xffffffffu, v);
  if (threadIdx.x == 0) out[0] = total;
}
