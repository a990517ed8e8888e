// case: last-block-done   expect: safe   class: reduction   launch: grid(2) block(128)   at: -
__device__ unsigned finished = 0;
__global__ void sum(const float* in, float* out, volatile float* part, unsigned n) {
  __shared__ float s[128];
  __shared__ bool last;
  const unsigned t = threadIdx.x;
  float v = 0.0f;
  for (unsigned i = blockIdx.x * 128 + t; i < n; i += 128 * gridDim.x) v += in[i];
  s[t] = v;
  __syncthreads();
  for (unsigned d = 64; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    v = 0.0f;
    for (unsigned i = t; i < gridDim.x; i += 128) v += part[i];
    s[t] = v;
    __syncthreads();
    for (unsigned d = 64; d > 0; d >>= 1) {
      if (t < d) s[t] += s[t + d];
      __syncthreads();
    }
    if (t == 0) out[0] = s[0];
  }
}
