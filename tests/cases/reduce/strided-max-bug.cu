// case: strided-max   expect: unsafe   class: shfl-in-divergent-loop   launch: grid(1) block(64)   at: __shfl_down_sync
// The maximum of each round is taken inside the loop, where lanes beyond n are missing.
extern "C" __global__ void row_max(const float* in, float* out, int n) {
  float m = -1e30f;
  for (int i = threadIdx.x & 31; i < n; i += 32) {
    float v = in[i];
    for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_down_sync(0xffffffffu, v, d));
    m = fmaxf(m, v);
  }
  if ((threadIdx.x & 31) == 0) out[threadIdx.x / 32] = m;
}
