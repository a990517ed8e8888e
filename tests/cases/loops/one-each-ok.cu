// case: one-each   expect: safe   class: loop-collective   launch: grid(1) block(32)   at: -
// why: lanes take turns until nobody is left; finished lanes keep voting
__global__ void in_turn(const int *in, int *out) {
  const int lane = threadIdx.x;
  bool done = in[lane] > 0;
  unsigned pending = __ballot_sync(0xffffffffu, !done);
  int order = 0;
  while (pending) {
    if (lane == __ffs(pending) - 1) {
      done = true;
      order = __popc(pending);
    }
    pending = __ballot_sync(0xffffffffu, !done);
  }
  __syncwarp();
  out[lane] = order;
}
