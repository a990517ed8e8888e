// case: picongpu4825   expect: safe   class: activemask-twice   launch: grid(1) block(32)   rule: -   at: -
// source: PIConGPU PR #4825 (atomicAllInc)
// url: https://github.com/ComputationalRadiationPhysics/picongpu/pull/4825
__device__ int all_inc(int *counter) {
  const unsigned mask = __activemask();
  const int leader = __ffs(mask) - 1, lane = threadIdx.x & 31;
  int base = 0;
  if (lane == leader) base = atomicAdd(counter, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  return base + __popc(mask & ((1u << lane) - 1));
}
extern "C" __global__ void append(const int *in, int *out, int *counter) {
  const int v = in[threadIdx.x];
  if (v > 3) out[all_inc(counter)] = v;
}
