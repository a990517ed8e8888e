// case: source-outside   expect: unsafe   class: source-outside-mask   launch: grid(1) block(32)   rule: shfl.source-outside-mask   at: const int next = __shfl_sync(tile, v, lane + 1);
// cause: the top lane of each tile reads the first lane of the next tile, which its mask does not name
// level: ptx
__global__ void rotate(const int *in, int *out) {
  const int lane = threadIdx.x, v = in[lane];
  const unsigned tile = 0xfu << (lane & 28);
  const int next = __shfl_sync(tile, v, lane + 1);
  out[lane] = v + next;
}
