// case: share-kept-base   expect: safe   class: activemask-opportunistic   launch: grid(1) block(64)   at: -
// why: the lanes that were found together share out what the first of them added
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  if (v > 0) {
    const unsigned here = __activemask();
    const int leader = __ffs(here) - 1;
    int base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(here));
    base = __shfl_sync(here, base, leader);
    out[base + __popc(here & ((1u << lane) - 1))] = v;
  }
}
