// case: key-slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[base
// The leader asks for one place for its whole group.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned peers = __match_any_sync(0xffffffffu, v);
  const int leader = 31 - __clz(peers);
  int base = 0;
  if (lane == leader) base = atomicAdd(count, 1);
  base = __shfl_sync(peers, base, leader);
  out[base + __popc(peers & ((1u << lane) - 1))] = v;
}
