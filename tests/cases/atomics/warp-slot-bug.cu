// case: warp-slot   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: race   at: out[base + lane]
// The warp takes 32 places and asks for one.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  int base = 0;
  if (lane == 0) base = atomicAdd(count, 1);
  base = __shfl_sync(0xffffffffu, base, 0);
  out[base + lane] = v;
}
