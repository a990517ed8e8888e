// case: assume-induction-bug   expect: unsafe   class: assumption   launch: grid(1) block(32)   rule: shfl.width   at: __shfl_sync
// assume: width >= 8 && width <= 16
// cause: a width of 9
__global__ void k(int* out, int n, int width) {
  for (int i = 0; i < n; ++i) out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, i & 7, width);
}
