// case: warp-slot   expect: safe   class: atomic-counter   launch: grid(1) block(any:32)   at: -
// The warp takes 32 places at once and its lanes share them out.
extern "C" __global__ void keep(const int* in, int* count, int* out) {
  const int v = in[threadIdx.x];
  const unsigned lane = threadIdx.x & 31;
  int base = 0;
  if (lane == 0) base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffffu, base, 0);
  out[base + lane] = v;
}
