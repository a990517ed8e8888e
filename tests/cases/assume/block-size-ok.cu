// case: assume-block-size-ok   expect: safe   class: assumption   launch: grid(any) block(any)   at: -
// assume: blockDim.x % 32 == 0 && blockDim.x >= 64u
// cause: no warp is partial
__global__ void k(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);
}
