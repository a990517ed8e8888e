// case: recursive-sum   expect: safe   class: full-mask-divergent   launch: grid(1) block(32)   at: -
// why: every lane goes equally deep
__device__ __noinline__ int tree(int v, int off, int stop) {
  if (off <= stop) return v;
  return tree(v + __shfl_xor_sync(0xffffffffu, v, off), off / 2, stop);
}
__global__ void recursive(const int *in, int *out) {
  const int r = tree(in[threadIdx.x], 16, 0);
  __syncwarp();
  out[threadIdx.x] = r;
}
