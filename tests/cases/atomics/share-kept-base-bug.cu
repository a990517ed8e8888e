// case: share-kept-base   expect: unsafe   class: activemask-opportunistic   launch: grid(1) block(64)   rule: race   at: out[base
// cause: what the leader added is not passed on
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  if (v > 0) {
    const unsigned here = __activemask();
    const int leader = __ffs(here) - 1;
    int base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(here));
    out[base + __popc(here & ((1u << lane) - 1))] = v;
  }
}
