// case: reduce-2d   expect: unsafe   class: reduction   launch: grid(1) block(16,16)   at: s[t] += s[t ^ d];
// level: ptx
__global__ void sum(const float* in, float* out, int pitch) {
  __shared__ float s[256];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = in[(blockIdx.y * 16 + threadIdx.y) * pitch + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (threadIdx.x < d) s[t] += s[t ^ d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.y * gridDim.x + blockIdx.x] = s[0];
}
