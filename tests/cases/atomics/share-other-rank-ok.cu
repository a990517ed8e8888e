// case: share-other-rank   expect: safe   class: atomic-counter   launch: grid(1) block(64)   at: -
// why: the rank in the warp is another one for each lane, in whatever group
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned mine = __match_any_sync(0xffffffffu, v);
  const int leader = __ffs(mine) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffffu, base, leader);
  out[base + lane] = v + lane;
}
