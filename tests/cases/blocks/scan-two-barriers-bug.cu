// case: scan-two-barriers   expect: unsafe   class: block-scan   launch: grid(1) block(any)   at: buf[t] = v;
// cause: no barrier between reading the neighbour and storing the sum
// level: ptx
__global__ void scan(const int *in, int *out) {
  __shared__ int buf[1024];
  const int t = threadIdx.x;
  buf[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    int v = buf[t];
    if (t >= d) v += buf[t - d];
    buf[t] = v;
    __syncthreads();
  }
  out[t] = buf[t];
}
