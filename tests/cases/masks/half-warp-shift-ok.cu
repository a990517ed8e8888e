// case: half-warp-shift   expect: safe   class: self-not-in-mask   launch: grid(1) block(64)   at: -
// why: each half of the warp names itself
__global__ void halves(const int *in, int *out) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  const unsigned mask = 0xffffu << (lane & 16);
  for (int off = 8; off > 0; off >>= 1)
    v += __shfl_xor_sync(mask, v, off, 16);
  out[threadIdx.x] = v;
}
