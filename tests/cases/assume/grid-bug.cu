// case: assume-grid-bug   expect: unsafe   class: assumption   launch: grid(any) block(64)   rule: shfl.inactive-source   at: __shfl_xor_sync
// assume: n <= gridDim.x * blockDim.x && gridDim.x <= 1000
// cause: the last block may be partial
__global__ void k(int* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_xor_sync(0xffffffffu, (int)i, 1);
}
