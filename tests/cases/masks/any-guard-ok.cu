// case: any-guard   expect: safe   class: full-mask-divergent   launch: grid(1) block(64)   at: -
// why: a vote decides for the warp
__global__ void maybe(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (__any_sync(0xffffffffu, v > 10)) {
    v += __shfl_xor_sync(0xffffffffu, v, 8);
  }
  __syncthreads();
  out[threadIdx.x] = v;
}
