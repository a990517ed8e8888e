// case: tilelang2556   expect: unsafe   class: dropped-barrier   launch: grid(1) block(64)   rule: race   at: acc += s[47 - tx];
// source: tilelang #2556, PR #2679
// url: https://github.com/tile-ai/tilelang/pull/2679
// cause: a barrier inside "if (tx < 48)" cannot be a partial bar.sync, so it was dropped
extern "C" __global__ void partial(const float *x, float *out) {
  __shared__ float s[48];
  const int tx = threadIdx.x;
  float acc = 0.0f;
  if (tx < 48) {
    s[tx] = x[tx];
    acc += s[47 - tx];
    out[tx] = acc;
  }
}
