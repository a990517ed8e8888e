// case: share-half-rank   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: store.same-instruction   at: out[base
// cause: two lanes have one half of their ranks
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  const int leader = __ffs(wanted) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(wanted));
  base = __shfl_sync(0xffffffffu, base, leader);
  if (v > 0) out[base + __popc(wanted & ((1u << lane) - 1)) / 2] = v;
}
