// case: buffers-ahead   expect: unsafe   class: multi-buffer   launch: grid(1) block(64) n=9   rule: race   at: buf[(i + 1) % 2][t] = in[(i + 1) * 64 + t];
// note: prefetch one tile ahead with one barrier a round: three buffers suffice, two do not
extern "C" __global__ void prefetch(const int *in, int *out, int n) {
  __shared__ int buf[2][64];
  const int t = threadIdx.x;
  int acc = 0;
  buf[0][t] = in[t];
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      buf[(i + 1) % 2][t] = in[(i + 1) * 64 + t];
    __syncthreads();
    acc += buf[i % 2][63 - t];
  }
  out[t] = acc;
}
