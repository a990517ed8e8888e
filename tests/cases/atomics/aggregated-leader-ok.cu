// case: aggregated-leader   expect: safe   class: opportunistic   launch: grid(1) block(64)   rule: -   at: -
// note: aggregated atomics of whoever arrives together, through the group's first lane; bug: through lane 0
extern "C" __global__ void agg(const int *in, int *out, int *count) {
  const int lane = threadIdx.x & 31, v = in[threadIdx.x];
  if (v > 0) {
    const unsigned m = __activemask();
    const int leader = __ffs(m) - 1;
    int base = 0;
    if (lane == leader) base = atomicAdd(count, __popc(m));
    base = __shfl_sync(m, base, leader);
    out[base + __popc(m & ((1u << lane) - 1))] = v;
  }
}
