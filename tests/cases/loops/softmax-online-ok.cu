// case: softmax-online   expect: safe   class: race   launch: grid(2) block(any:32)   at: -
// Maximum and sum in one pass over the row.
__global__ void softmax(const float* in, float* out, int n) {
  __shared__ float maxima[32], sums[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  const float* row = in + blockIdx.x * n;
  float m = -1e30f, s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float v = row[i], larger = fmaxf(m, v);
    s = s * __expf(m - larger) + __expf(v - larger);
    m = larger;
  }
  for (int d = 16; d > 0; d >>= 1) {
    const float om = __shfl_xor_sync(0xffffffffu, m, d), os = __shfl_xor_sync(0xffffffffu, s, d);
    const float larger = fmaxf(m, om);
    s = s * __expf(m - larger) + os * __expf(om - larger);
    m = larger;
  }
  if (lane == 0) maxima[warp] = m, sums[warp] = s;
  __syncthreads();
  m = lane < warps ? maxima[lane] : -1e30f;
  s = lane < warps ? sums[lane] : 0.f;
  for (int d = 16; d > 0; d >>= 1) {
    const float om = __shfl_xor_sync(0xffffffffu, m, d), os = __shfl_xor_sync(0xffffffffu, s, d);
    const float larger = fmaxf(m, om);
    s = s * __expf(m - larger) + os * __expf(om - larger);
    m = larger;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = __expf(row[i] - m) / s;
}
