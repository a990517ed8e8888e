// case: scan-double-buffer   expect: unsafe   class: block-scan   launch: grid(1) block(any)   at: buf[from][t] = t >= d ? buf[from][t] + buf[from][t - d] : buf[from][t];
// cause: both roles are played by one buffer: neighbours are overwritten while they are read
// level: ptx
__global__ void scan(const int *in, int *out) {
  __shared__ int buf[2][1024];
  const int t = threadIdx.x;
  int from = 0;
  buf[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    buf[from][t] = t >= d ? buf[from][t] + buf[from][t - d] : buf[from][t];
    __syncthreads();
  }
  out[t] = buf[from][t];
}
