// case: last-warp-syncwarp   expect: safe   class: warp-synchronous   launch: grid(1) block(128)   at: -
__device__ void last_warp(volatile float *s, unsigned t) {
  float v = s[t];
  v += s[t + 32]; __syncwarp(); s[t] = v; __syncwarp();
  v += s[t + 16]; __syncwarp(); s[t] = v; __syncwarp();
  v += s[t + 8]; __syncwarp(); s[t] = v; __syncwarp();
  v += s[t + 4]; __syncwarp(); s[t] = v; __syncwarp();
  v += s[t + 2]; __syncwarp(); s[t] = v; __syncwarp();
  v += s[t + 1]; __syncwarp(); s[t] = v;
}
__global__ void sum(const float *in, float *out, unsigned n) {
  __shared__ float s[128];
  const unsigned t = threadIdx.x;
  float v = 0.0f;
  for (unsigned i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
    v += in[i];
    if (i + 128 < n) v += in[i + 128];
  }
  s[t] = v;
  __syncthreads();
  if (t < 64) s[t] += s[t + 64];
  __syncthreads();
  if (t < 32) last_warp(s, t);
  if (t == 0) out[blockIdx.x] = s[0];
}
