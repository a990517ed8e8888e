// case: any-guard   expect: unsafe   class: full-mask-divergent   launch: grid(1) block(64)   at: v += __shfl_xor_sync(0xffffffffu, v, 8);
// cause: lanes enter by their own value instead of by the vote
// level: ptx
__global__ void maybe(const int *in, int *out) {
  int v = in[threadIdx.x];
  if (v > 10) {
    v += __shfl_xor_sync(0xffffffffu, v, 8);
  }
  __syncthreads();
  out[threadIdx.x] = v;
}
