// case: assume-width-ok   expect: safe   class: assumption   launch: grid(1) block(32)   at: -
// assume: width > 0 && width <= 32 && (width & (width - 1)) == 0
// cause: the condition says that the width is a power of two
__global__ void k(int* out, int width) {
  out[threadIdx.x] = __shfl_sync(0xffffffffu, out[threadIdx.x], 0, width);
}
