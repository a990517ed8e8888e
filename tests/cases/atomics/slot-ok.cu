// case: slot   expect: safe   class: atomic-counter   launch: grid(1) block(32)   at: -
// Each addition hands out a number of its own, so no two threads store to one place.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  if (v > 0) out[atomicAdd(count, 1)] = v;
}
