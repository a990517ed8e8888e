// case: llamacpp26385   expect: safe   class: shared-buffer-reuse   launch: grid(1) block(64) rows=3   rule: -   at: -
// source: llama.cpp PR #26385 (block_reduce, softmax)
// url: https://github.com/ggml-org/llama.cpp/pull/26385
__device__ float reduce(float x, float *vals, bool take_max) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d > 0; d >>= 1) {
    const float y = __shfl_xor_sync(0xffffffffu, x, d);
    x = take_max ? fmaxf(x, y) : x + y;
  }
  if (lane == 0) vals[warp] = x;
  __syncthreads();
  return take_max ? fmaxf(vals[0], vals[1]) : vals[0] + vals[1];
}
extern "C" __global__ void soft_max(const float *x, float *out, int rows) {
  __shared__ float vals[2][2];
  for (int r = 0; r < rows; ++r) {
    const float v = x[r * 64 + threadIdx.x];
    const float m = reduce(v, vals[0], true);
    const float e = v - m;
    const float s = reduce(e, vals[1], false);
    out[r * 64 + threadIdx.x] = e / s;
  }
}
