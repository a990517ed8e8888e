// case: key-slot   expect: safe   class: atomic-counter   launch: grid(1) block(any:32)   at: -
// Each group of equal keys asks for its places with one addition of its leader, all at one counter.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned peers = __match_any_sync(0xffffffffu, v);
  const int leader = 31 - __clz(peers);
  int base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(peers));
  base = __shfl_sync(peers, base, leader);
  out[base + __popc(peers & ((1u << lane) - 1))] = v;
}
