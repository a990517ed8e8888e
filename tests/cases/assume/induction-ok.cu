// case: assume-induction-ok   expect: safe   class: assumption   launch: grid(1) block(32)   at: -
// assume: width == 8 || width == 16
// cause: the condition holds in each round of a loop that is proved by induction
__global__ void k(int* out, int n, int width) {
  for (int i = 0; i < n; ++i) out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, i & 7, width);
}
