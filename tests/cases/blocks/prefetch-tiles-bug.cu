// case: prefetch-tiles   expect: unsafe   class: software-pipeline   launch: grid(1) block(128)   at: s[now ^ 1][t] = in[((k + 1) & 7) * 128 + t];
// level: ptx
__global__ void blur(const float* in, float* out, int tiles) {
  __shared__ float s[2][128];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    const int now = k & 1;
    if (k + 1 < tiles) s[now ^ 1][t] = in[((k + 1) & 7) * 128 + t];
    __syncthreads();
    sum += s[now][t] + s[now][(t + 1) & 127];
  }
  out[t] = sum;
}
