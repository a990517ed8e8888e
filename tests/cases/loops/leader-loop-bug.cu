// case: leader-loop   expect: unsafe   class: loop-collective   launch: grid(1) block(32)   at: acc += __shfl_sync(0xffffffffu, v, leader) * lane;
// cause: only the lanes that need it walk over the leaders, the others wait behind the loop
// level: ptx
__global__ void serve(const int *in, int *out) {
  const int lane = threadIdx.x, v = in[lane];
  unsigned todo = __ballot_sync(0xffffffffu, v > 5);
  int acc = 0;
  if (v > 5)
  while (todo) {
    const int leader = __ffs(todo) - 1;
    acc += __shfl_sync(0xffffffffu, v, leader) * lane;
    todo &= todo - 1;
  }
  __syncwarp();
  out[lane] = acc;
}
