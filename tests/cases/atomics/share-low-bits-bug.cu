// case: share-low-bits   expect: unsafe   class: atomic-counter   launch: grid(1) block(32)   rule: store.same-instruction   at: out[(base
// cause: with 17 lanes or more, ranks 0 and 16 are one modulo 16
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(wanted));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 0) out[(base + __popc(wanted & ((1u << lane) - 1))) & 15] = v;
}
