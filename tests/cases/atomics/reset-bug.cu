// case: reset   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[atomicAdd
// A thread sets the counter back, so the second warp may get numbers that the first has used.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  if (threadIdx.x < 32) out[atomicAdd(count, 1)] = v;
  if (threadIdx.x == 31) atomicExch(count, 0);
  if (threadIdx.x >= 32) out[atomicAdd(count, 1)] = v;
}
