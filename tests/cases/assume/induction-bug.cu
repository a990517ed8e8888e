// case: assume-induction-bug   expect: unsafe   class: assumption   launch: grid(1) block(32)   rule: shfl.width   at: __shfl_sync
// assume: width >= 8 && width <= 16
// cause: a width of 9
__global__ void k(int* out, int n, int width) {
  int v = out[threadIdx.x];
  for (int i = 0; i < n; ++i) v = __shfl_sync(0xffffffffu, v, i & 7, width);
  out[threadIdx.x] = v;
}
