// case: leader-loop   expect: safe   class: loop-collective   launch: grid(1) block(32)   at: -
// why: the list of leaders is the same in all lanes
__global__ void serve(const int *in, int *out) {
  const int lane = threadIdx.x, v = in[lane];
  unsigned todo = __ballot_sync(0xffffffffu, v > 5);
  int acc = 0;
  while (todo) {
    const int leader = __ffs(todo) - 1;
    acc += __shfl_sync(0xffffffffu, v, leader) * lane;
    todo &= todo - 1;
  }
  __syncwarp();
  out[lane] = acc;
}
