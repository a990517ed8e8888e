// case: softmax-vector   expect: safe   class: race   launch: grid(2) block(any:32)   at: -
// Four values a load; maximum and sum through one warp and one word.
__global__ void softmax(const float4* in, float4* out, int n4) {
  __shared__ float part[32], whole;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float4* row = in + blockIdx.x * n4;
  float m = -1e30f;
  for (int i = threadIdx.x; i < n4; i += blockDim.x) {
    const float4 v = row[i];
    m = fmaxf(m, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
  }
  for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
  if (lane == 0) part[warp] = m;
  __syncthreads();
  if (warp == 0) {
    m = lane < blockDim.x / 32 ? part[lane] : -1e30f;
    for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (lane == 0) whole = m;
  }
  __syncthreads();
  m = whole;
  float s = 0;
  for (int i = threadIdx.x; i < n4; i += blockDim.x) {
    const float4 v = row[i];
    s += __expf(v.x - m) + __expf(v.y - m) + __expf(v.z - m) + __expf(v.w - m);
  }
  for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
  if (lane == 0) part[warp] = s;
  __syncthreads();
  if (warp == 0) {
    s = lane < blockDim.x / 32 ? part[lane] : 0.f;
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane == 0) whole = s;
  }
  __syncthreads();
  const float inv = 1 / whole;
  for (int i = threadIdx.x; i < n4; i += blockDim.x) {
    const float4 v = row[i];
    out[blockIdx.x * n4 + i] = make_float4(__expf(v.x - m) * inv, __expf(v.y - m) * inv,
                                           __expf(v.z - m) * inv, __expf(v.w - m) * inv);
  }
}
