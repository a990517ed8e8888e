// case: strided-max   expect: safe   class: shfl-after-loop   launch: grid(1) block(64)   at: -
// Lanes leave the first loop in different rounds and meet again behind it.
extern "C" __global__ void row_max(const float* in, float* out, int n) {
  float m = -1e30f;
  for (int i = threadIdx.x & 31; i < n; i += 32) m = fmaxf(m, in[i]);
  for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_down_sync(0xffffffffu, m, d));
  if ((threadIdx.x & 31) == 0) out[threadIdx.x / 32] = m;
}
