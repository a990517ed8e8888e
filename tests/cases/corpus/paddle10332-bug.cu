// case: paddle10332   expect: unsafe   class: arguments-in-wrong-place   launch: grid(1) block(32)   rule: mask.self   at: v += __shfl_down_sync(d, v, 16);
// source: Paddle #10332 (cross_entropy.cu)
// url: https://github.com/PaddlePaddle/Paddle/issues/10332
// cause: the offset is passed where the mask belongs
extern "C" __global__ void warp_sum(const float *x, float *out) {
  float v = x[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1)
    v += __shfl_down_sync(d, v, 16);
  if (threadIdx.x == 0) out[0] = v;
}
