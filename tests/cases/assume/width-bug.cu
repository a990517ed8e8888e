// case: assume-width-bug   expect: unsafe   class: assumption   launch: grid(1) block(32)   rule: shfl.width   at: __shfl_sync
// assume: width > 0 && width <= 32
// cause: a width of 3
__global__ void k(int* out, int width) {
  out[threadIdx.x] = __shfl_sync(0xffffffffu, out[threadIdx.x], 0, width);
}
