// case: half-warp-shift   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(64)   rule: mask.self   at: v += __shfl_xor_sync(mask, v, off, 16);
// cause: the shift uses bit 3 of the lane instead of bit 4
// level: ptx
__global__ void halves(const int *in, int *out) {
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  const unsigned mask = 0xffffu << (lane & 8);
  for (int off = 8; off > 0; off >>= 1)
    v += __shfl_xor_sync(mask, v, off, 16);
  out[threadIdx.x] = v;
}
