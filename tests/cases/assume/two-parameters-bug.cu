// case: assume-two-parameters-bug   expect: unsafe   class: assumption   launch: grid(1) block(32)   rule: shfl.inactive-source   at: __shfl_xor_sync
// assume: rows * cols < blockDim.x && cols == 8
// cause: lane 8 has left where rows is 1
__global__ void k(int* out, unsigned rows, unsigned cols) {
  if (threadIdx.x < rows * cols) out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 8);
}
