// case: simd-sad   expect: safe   class: full-mask-divergent   launch: grid(1) block(32)   at: -
// cause: every lane takes part, with the difference of its four bytes
__global__ void sad(const unsigned *a, const unsigned *b, unsigned *out) {
  const unsigned far = __vcmpgtu4(__vabsdiffu4(a[threadIdx.x], b[threadIdx.x]), 0x10101010u);
  unsigned sum = __vsadu4(a[threadIdx.x] & far, b[threadIdx.x] & far);
  for (int off = 16; off > 0; off >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, off);
  if (threadIdx.x == 0) out[0] = sum;
}
