// case: scan-two-barriers   expect: safe   class: block-scan   launch: grid(1) block(any)   at: -
__global__ void scan(const int *in, int *out) {
  __shared__ int buf[1024];
  const int t = threadIdx.x;
  buf[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    int v = buf[t];
    if (t >= d) v += buf[t - d];
    __syncthreads();
    buf[t] = v;
    __syncthreads();
  }
  out[t] = buf[t];
}
