// case: double-buffer-loop   expect: unsafe   class: pipeline   launch: grid(any) block(any)   at: row[now][next]
// cause: one buffer is filled while others still read it
// level: ptx
__global__ void blur(const float *in, float *out, int rows) {
  __shared__ float row[2][1024];
  const int t = threadIdx.x, next = (t + 1) % blockDim.x;
  row[0][t] = in[t];
  __syncthreads();
  for (int r = 0; r < rows; ++r) {
    const int now = r & 1;
    if (r + 1 < rows) row[now][t] = in[(r + 1) * blockDim.x + t];
    out[r * blockDim.x + t] = 0.5f * (row[now][t] + row[now][next]);
    __syncthreads();
  }
}
