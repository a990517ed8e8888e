// case: assume-induction-ok   expect: safe   class: assumption   launch: grid(1) block(32)   at: -
// assume: width == 8 || width == 16
// cause: the condition holds in each round of a loop that is proved by induction
__global__ void k(int* out, int n, int width) {
  int v = out[threadIdx.x];
  for (int i = 0; i < n; ++i) v = __shfl_sync(0xffffffffu, v, i & 7, width);
  out[threadIdx.x] = v;
}
