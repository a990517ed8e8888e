// case: share-low-bits   expect: safe   class: atomic-counter   launch: grid(1) block(32)   at: -
// why: ranks are below 32, so that their five low bits tell them apart; all lanes add to one base
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(wanted));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 0) out[(base + __popc(wanted & ((1u << lane) - 1))) & 31] = v;
}
