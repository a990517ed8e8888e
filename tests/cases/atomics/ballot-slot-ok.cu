// case: ballot-slot   expect: safe   class: atomic-counter   launch: grid(1) block(any:32)   at: -
// One addition a warp, for as many places as lanes want one; each takes the place at its rank.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(wanted));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 0) out[base + __popc(wanted & ((1u << lane) - 1))] = v;
}
