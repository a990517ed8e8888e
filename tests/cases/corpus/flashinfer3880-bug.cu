// case: flashinfer3880   expect: unsafe   class: partial-warp   launch: grid(1) block(180)   rule: shfl.inactive-source   at: v += __shfl_xor_sync(0xffffffffu, v, d);
// source: FlashInfer PR #3880, lightseq #166
// url: https://github.com/flashinfer-ai/flashinfer/pull/3880
// cause: block of 180: the last warp has 20 lanes, a butterfly under the full mask reads lanes that do not exist
extern "C" __global__ void block_sum(const float *in, float *out) {
  __shared__ float part[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < warps ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0) out[0] = v;
  }
}
