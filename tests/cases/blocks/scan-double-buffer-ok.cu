// case: scan-double-buffer   expect: safe   class: block-scan   launch: grid(1) block(any)   at: -
__global__ void scan(const int *in, int *out) {
  __shared__ int buf[2][1024];
  const int t = threadIdx.x;
  int from = 0;
  buf[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    buf[1 - from][t] = t >= d ? buf[from][t] + buf[from][t - d] : buf[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[t] = buf[from][t];
}
