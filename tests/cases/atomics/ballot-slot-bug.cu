// case: ballot-slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[base
// The warp asks for one place less than it fills.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  const unsigned wanted = __ballot_sync(0xffffffffu, v > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(wanted) - 1);
  base = __shfl_sync(0xffffffffu, base, 0);
  if (v > 0) out[base + __popc(wanted & ((1u << lane) - 1))] = v;
}
