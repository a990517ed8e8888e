// case: sizes-beyond-bounds-bug   expect: unsafe   class: launch   launch: grid(1) block(any)   rule: shfl.inactive-source   at: t = __shfl_down_sync
// proved: -
// cause: lanes that the block does not have are read from; and no launch within the bounds has a size for which
//   the kernel is right, multiples of 16 included.
__global__ void __launch_bounds__(11) most(const int* in, int* out) {
  int v = in[threadIdx.x];
  int t = __shfl_down_sync(0x7ff, v, 8);
  out[threadIdx.x] = max(v, t);
}
