// case: assume-two-parameters-ok   expect: safe   class: assumption   launch: grid(1) block(32)   at: -
// assume: rows * cols == blockDim.x && cols == 8
// cause: rows is 4, so that every lane takes part
__global__ void k(int* out, unsigned rows, unsigned cols) {
  if (threadIdx.x < rows * cols) out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 8);
}
