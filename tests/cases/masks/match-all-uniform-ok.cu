// case: match-all-uniform   expect: safe   class: full-mask-divergent   launch: grid(1) block(32)   at: -
// why: the predicate of match_all is the same in all lanes
__global__ void same(const int *in, int *out) {
  int v = in[threadIdx.x];
  int all = 0;
  __match_all_sync(0xffffffffu, v, &all);
  if (all) {
    v = __shfl_down_sync(0xffffffffu, v, 1);
  }
  __syncwarp();
  out[threadIdx.x] = v;
}
