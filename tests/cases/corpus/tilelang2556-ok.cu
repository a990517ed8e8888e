// case: tilelang2556   expect: safe   class: dropped-barrier   launch: grid(1) block(64)   rule: -   at: -
// source: tilelang #2556, PR #2679
// url: https://github.com/tile-ai/tilelang/pull/2679
extern "C" __global__ void partial(const float *x, float *out) {
  __shared__ float s[48];
  const int tx = threadIdx.x;
  float acc = 0.0f;
  if (tx < 48) s[tx] = x[tx];
  __syncthreads();
  if (tx < 48) {
    acc += s[47 - tx];
    out[tx] = acc;
  }
}
