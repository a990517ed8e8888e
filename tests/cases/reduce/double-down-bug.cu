// case: double-down   expect: unsafe   class: partial-warp   launch: grid(1) block(64)   rule: shfl.inactive-source   at: for (int off = 16; off > 0; off >>= 1) v += __shfl_down_sync(FULL_MASK, v, off);
// cause: threads past the end return first, so lane 0 adds values of lanes that are gone
// level: ptx
#define FULL_MASK 0xffffffffu
__global__ void sum(const double *in, double *out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  double v = in[i];
  for (int off = 16; off > 0; off >>= 1) v += __shfl_down_sync(FULL_MASK, v, off);
  if ((threadIdx.x & 31) == 0) out[threadIdx.x >> 5] = v;
}
