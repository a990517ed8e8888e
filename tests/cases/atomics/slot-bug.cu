// case: slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[atomicAdd
// Additions of 0 hand out one number again and again.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  out[atomicAdd(count, 0)] = v;
}
