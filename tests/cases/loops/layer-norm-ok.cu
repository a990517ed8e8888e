// case: layer-norm   expect: safe   class: race   launch: grid(2) block(any:32)   at: -
// Mean and variance of a row of any length by a block, as libraries write it: sums in one thread, passed to all.
__inline__ __device__ float warpSum(float v) {
#pragma unroll
  for (int m = 16; m > 0; m >>= 1) v += __shfl_xor_sync(0xffffffff, v, m, 32);
  return v;
}
__inline__ __device__ float blockSum(float v) {
  static __shared__ float shared[32];
  int lane = threadIdx.x & 0x1f, wid = threadIdx.x >> 5;
  v = warpSum(v);
  if (lane == 0) shared[wid] = v;
  __syncthreads();
  v = (threadIdx.x < (blockDim.x / 32.f)) ? shared[lane] : 0.f;
  v = warpSum(v);
  return v;
}
__global__ void layernorm(const float* in, float* out, const float* gamma, int n) {
  __shared__ float s_mean, s_var;
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += in[blockIdx.x * n + i];
  s = blockSum(s);
  if (threadIdx.x == 0) s_mean = s / n;
  __syncthreads();
  float v = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float d = in[blockIdx.x * n + i] - s_mean;
    v += d * d;
  }
  v = blockSum(v);
  if (threadIdx.x == 0) s_var = rsqrtf(v / n + 1e-5f);
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = (in[blockIdx.x * n + i] - s_mean) * s_var * gamma[i];
}
