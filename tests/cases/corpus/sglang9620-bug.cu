// case: sglang9620   expect: unsafe   class: self-not-in-mask   launch: grid(1) block(64)   rule: mask.self   at: v = fmaxf(v, __shfl_xor_sync(mask, v, 8));
// source: sglang PR #9620 (GroupReduceMax)
// url: https://github.com/sgl-project/sglang/pull/9620
// cause: groups of 16 reduce under the fixed mask 0xffff, also the upper half of each warp
__device__ float group_max(float v, int tid) {
  const unsigned mask = 0xffff;
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
