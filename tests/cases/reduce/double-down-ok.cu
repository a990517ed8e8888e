// case: double-down   expect: safe   class: partial-warp   launch: grid(1) block(64)   at: -
// why: lanes past the end stay and bring zero
#define FULL_MASK 0xffffffffu
__global__ void sum(const double *in, double *out, int n) {
  const int i = threadIdx.x;
  double v = i < n ? in[i] : 0.0;
  for (int off = 16; off > 0; off >>= 1) v += __shfl_down_sync(FULL_MASK, v, off);
  if ((threadIdx.x & 31) == 0) out[threadIdx.x >> 5] = v;
}
