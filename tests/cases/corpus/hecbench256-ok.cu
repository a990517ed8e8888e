// case: hecbench256   expect: safe   class: systolic   launch: grid(1) block(64) n=20   rule: -   at: -
// source: HeCBench #256 (sosfilt)
// url: https://github.com/ORNL/HeCBench/issues/256
extern "C" __global__ void sosfilt(const float *x, float *out, int n) {
  __shared__ float s_out[64];
  const int tx = threadIdx.x;
  s_out[tx] = 0.0f;
  __syncthreads();
  float z = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float v = tx > 0 ? s_out[tx - 1] : x[i];
    const float y = 0.5f * v + z;
    z = 0.25f * v - 0.1f * y;
    __syncthreads();
    s_out[tx] = y;
    __syncthreads();
    if (tx == 63) out[i] = s_out[63];
  }
}
