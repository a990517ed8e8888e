// case: one-each   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   at: pending = __ballot_sync(0xffffffffu, !done);
// cause: a lane that is done leaves the loop, and the vote still names it
// level: ptx
__global__ void in_turn(const int *in, int *out) {
  const int lane = threadIdx.x;
  bool done = in[lane] > 0;
  unsigned pending = __ballot_sync(0xffffffffu, !done);
  int order = 0;
  while (!done) {
    if (lane == __ffs(pending) - 1) {
      done = true;
      order = __popc(pending);
    }
    pending = __ballot_sync(0xffffffffu, !done);
  }
  __syncwarp();
  out[lane] = order;
}
