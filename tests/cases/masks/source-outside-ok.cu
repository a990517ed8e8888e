// case: source-outside   expect: safe   class: source-outside-mask   launch: grid(1) block(32)   at: -
// why: the shuffle wraps inside the tile
__global__ void rotate(const int *in, int *out) {
  const int lane = threadIdx.x, v = in[lane];
  const unsigned tile = 0xfu << (lane & 28);
  const int next = __shfl_sync(tile, v, (lane & 28) | ((lane + 1) & 3));
  out[lane] = v + next;
}
