// case: flashinfer3880   expect: safe   class: partial-warp   launch: grid(1) block(180)   rule: -   at: -
// source: FlashInfer PR #3880, lightseq #166
// url: https://github.com/flashinfer-ai/flashinfer/pull/3880
extern "C" __global__ void block_sum(const float *in, float *out) {
  __shared__ float part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
  float v = in[threadIdx.x];
  const int live = min(32, (int)blockDim.x - warp * 32);
  const unsigned mask = live == 32 ? 0xffffffffu : (1u << live) - 1;
  for (int d = 16; d > 0; d >>= 1) {
    const float o = __shfl_down_sync(mask, v, d);
    if (lane + d < live) v += o;
  }
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < warps ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0) out[0] = v;
  }
}
