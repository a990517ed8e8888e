// case: lud-diagonal   expect: unsafe   class: factorisation   launch: grid(1) block(16) pitch=16   at: s[i + 1][t] -= s[i + 1][j] * s[j][t];
// level: ptx
__global__ void lud(float* m, int pitch) {
  __shared__ float s[16][16];
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i) s[i][t] = m[i * pitch + t];
  __syncthreads();
  for (int i = 0; i < 15; ++i) {
    if (t > i) {
      for (int j = 0; j < i; ++j) s[t][i] -= s[t][j] * s[j][i];
      s[t][i] /= s[i][i];
    }
    if (t > i)
      for (int j = 0; j < i + 1; ++j) s[i + 1][t] -= s[i + 1][j] * s[j][t];
    __syncthreads();
  }
  for (int i = 1; i < 16; ++i) m[i * pitch + t] = s[i][t];
}
