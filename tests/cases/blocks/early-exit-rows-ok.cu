// case: early-exit-rows   expect: safe   class: early-exit   launch: grid(4) block(32,4)   at: -
__global__ void rows(const float* in, float* out, int n, int m) {
  __shared__ float s[4][32];
  const int row = blockIdx.x * 4 + threadIdx.y;
  if (blockIdx.x * 4 >= n) return;
  float v = 0.0f;
  if (row < n)
    for (int i = threadIdx.x; i < m; i += 32) v += in[row * m + i];
  s[threadIdx.y][threadIdx.x] = v;
  __syncthreads();
  if (threadIdx.x == 0 && row < n) {
    float sum = 0.0f;
    for (int i = 0; i < 32; ++i) sum += s[threadIdx.y][i];
    out[row] = sum;
  }
}
