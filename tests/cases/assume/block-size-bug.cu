// case: assume-block-size-bug   expect: unsafe   class: assumption   launch: grid(any) block(any)   rule: shfl.inactive-source   at: __shfl_xor_sync
// assume: blockDim.x % 16 == 0 && blockDim.x >= 64u
// cause: a block of 80 threads has half a warp, whose sources are not there
__global__ void k(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, (int)threadIdx.x, 16);
}
