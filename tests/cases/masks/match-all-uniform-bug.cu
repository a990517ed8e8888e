// case: match-all-uniform   expect: unsafe   class: full-mask-divergent   launch: grid(1) block(32)   at: v = __shfl_down_sync(0xffffffffu, v, 1);
// cause: the condition compares with one lane's value, so it may hold for some lanes only
// level: ptx
__global__ void same(const int *in, int *out) {
  int v = in[threadIdx.x];
  int all = 0;
  all = v == __shfl_sync(0xffffffffu, v, 0);
  if (all) {
    v = __shfl_down_sync(0xffffffffu, v, 1);
  }
  __syncwarp();
  out[threadIdx.x] = v;
}
