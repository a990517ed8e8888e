// case: sglang9620   expect: safe   class: self-not-in-mask   launch: grid(1) block(64)   rule: -   at: -
// source: sglang PR #9620 (GroupReduceMax)
// url: https://github.com/sgl-project/sglang/pull/9620
__device__ float group_max(float v, int tid) {
  const unsigned mask = (tid & 16) ? 0xffff0000u : 0x0000ffffu;
  v = fmaxf(v, __shfl_xor_sync(mask, v, 8));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 4));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 2));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 1));
  return v;
}
extern "C" __global__ void group_quant(const float *x, float *scale) {
  const float m = group_max(fabsf(x[threadIdx.x]), threadIdx.x);
  if ((threadIdx.x & 15) == 0) scale[threadIdx.x / 16] = m / 127.0f;
}
