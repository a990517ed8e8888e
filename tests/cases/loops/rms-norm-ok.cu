// case: rms-norm   expect: safe   class: race   launch: grid(2) block(any:32)   at: -
// Root mean square of a row of any length: the block's sum comes to one thread, which passes the scale on.
__device__ float sum_of_block(float v) {
  __shared__ float sums[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0.f;
  if (warp == 0)
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  return v;
}
__global__ void rms_norm(const float* in, const float* weight, float* out, float eps, int n) {
  __shared__ float scale;
  const float* row = in + blockIdx.x * n;
  float square = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) square += row[i] * row[i];
  square = sum_of_block(square);
  if (threadIdx.x == 0) scale = rsqrtf(square / n + eps);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = row[i] * scale * weight[i];
}
