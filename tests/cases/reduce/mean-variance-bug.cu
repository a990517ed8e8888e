// case: mean-variance   expect: unsafe   class: value-guard   launch: grid(1) block(32)   rule: shfl.inactive-source   at: for (int off = 16; off > 0; off /= 2) s += __shfl_down_sync(~0u, s, off);
// cause: lanes past n return before the broadcast of their sums, and a down tree reads them
// level: ptx
__global__ void centre(const float *in, float *out, int n) {
  const int lane = threadIdx.x;
  if (lane >= n) return;
  const float v = in[lane];
  float s = v;
#pragma unroll
  for (int off = 16; off > 0; off /= 2) s += __shfl_down_sync(~0u, s, off);
  const float mean = __shfl_sync(~0u, s, 0);
  out[lane] = v - mean / (float)n;
}
