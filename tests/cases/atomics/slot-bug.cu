// case: slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[atomicAdd
// An addition of 0 hands out the number that the next one gets too.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  out[atomicAdd(count, v > 0 ? 1 : 0)] = v;
}
