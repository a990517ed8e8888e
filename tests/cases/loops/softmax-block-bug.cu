// case: softmax-block   expect: unsafe   class: race   launch: grid(2) block(any:32)   at: if (lane == 0) buf[warp] = s;
__global__ void softmax(const float* values, float* out, int n) {
  __shared__ float buf[32];
  const int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5, nw = blockDim.x >> 5;
  const float* row = values + blockIdx.x * n;
  float m = -1e30f;
  for (int i = tid; i < n; i += blockDim.x) m = fmaxf(m, row[i]);
  for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  if (lane == 0) buf[warp] = m;
  __syncthreads();
  m = lane < nw ? buf[lane] : -1e30f;
  for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
  float s = 0;
  for (int i = tid; i < n; i += blockDim.x) {
    const float e = __expf(row[i] - m);
    out[blockIdx.x * n + i] = e;
    s += e;
  }
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  if (lane == 0) buf[warp] = s;
  __syncthreads();
  s = lane < nw ? buf[lane] : 0.f;
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  for (int i = tid; i < n; i += blockDim.x) out[blockIdx.x * n + i] /= s;
}
