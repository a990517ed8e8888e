// case: share-own-mask   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: store.same-instruction   at: out[base
// cause: even and odd lanes count in different masks, which may have one first lane
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  const unsigned mine = lane & 1 ? wanted : wanted & 0x55555555u;
  const int leader = __ffs(mine) - 1;
  int base = 0;
  if (v > 0 && lane == leader) base = atomicAdd(count, __popc(wanted));
  base = __shfl_sync(0xffffffffu, base, leader);
  if (v > 0) out[base + __popc(mine & ((1u << lane) - 1))] = v;
}
