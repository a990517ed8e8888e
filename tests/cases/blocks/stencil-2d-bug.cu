// case: stencil-2d   expect: unsafe   class: stencil   launch: grid(1) block(16,16) w=64   at: out[y * w + x] = s[j][i - 1] + s[j][i + 1]
// level: ptx
__global__ void laplace(const float* in, float* out, int w) {
  __shared__ float s[18][18];
  const int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 16 + threadIdx.y + 1;
  const int i = threadIdx.x + 1, j = threadIdx.y + 1;
  s[j][i] = in[y * w + x];
  if (threadIdx.x == 0) s[j][0] = in[y * w + x - 1];
  if (threadIdx.x == 15) s[j][17] = in[y * w + x + 1];
  if (threadIdx.y == 0) s[0][i] = in[(y - 1) * w + x];
  if (threadIdx.y == 15) s[17][i] = in[(y + 1) * w + x];
  out[y * w + x] = s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i] - 4.0f * s[j][i];
}
