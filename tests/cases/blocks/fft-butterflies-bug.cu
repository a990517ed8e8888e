// case: fft-butterflies   expect: unsafe   class: fft   launch: grid(1) block(64)   at: const float a = s[i], b = s[j];
// level: ptx
__global__ void walsh(float* data) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = data[blockIdx.x * 128 + t];
  s[t + 64] = data[blockIdx.x * 128 + t + 64];
  for (int stride = 64; stride > 0; stride >>= 1) {
    if (stride != 16) __syncthreads();
    const int low = t & (stride - 1), i = 2 * t - low, j = i + stride;
    const float a = s[i], b = s[j];
    s[i] = a + b;
    s[j] = a - b;
  }
  __syncthreads();
  data[blockIdx.x * 128 + t] = s[t];
  data[blockIdx.x * 128 + t + 64] = s[t + 64];
}
