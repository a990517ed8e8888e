// case: assume-grid-ok   expect: safe   class: assumption   launch: grid(any) block(64)   at: -
// assume: n == gridDim.x * blockDim.x && gridDim.x <= 1000
// cause: no block is past the end
__global__ void k(int* out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __shfl_xor_sync(0xffffffffu, (int)i, 1);
}
