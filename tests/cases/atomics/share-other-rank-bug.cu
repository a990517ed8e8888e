// case: share-other-rank   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: store.same-instruction   at: out[base
// cause: the rank is that in another mask: two lanes of one group have one rank where none lies between them
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned mine = __match_any_sync(0xffffffffu, v);
  const unsigned large = __ballot_sync(0xffffffffu, v > 5);
  const int leader = __ffs(mine) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffffu, base, leader);
  out[base + __popc(large & ((1u << lane) - 1))] = v + lane;
}
