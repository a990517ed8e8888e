// case: row-quantise   expect: safe   class: race   launch: grid(2) block(any:32)   at: -
// The largest magnitude of a row, then the row scaled to bytes by it.
__global__ void quantise(const float* in, signed char* out, float* scales, int n) {
  __shared__ float part[32];
  __shared__ float largest;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const float* row = in + blockIdx.x * n;
  float m = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, fabsf(row[i]));
  for (int d = 16; d > 0; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
  if (lane == 0) part[warp] = m;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < blockDim.x / 32; ++w) m = fmaxf(m, part[w]);
    largest = m;
    scales[blockIdx.x] = m / 127;
  }
  __syncthreads();
  const float inv = 127 / largest;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = (signed char)__float2int_rn(row[i] * inv);
}
