// case: buffers-ahead   expect: safe   class: multi-buffer   launch: grid(1) block(64) n=9   rule: -   at: -
// note: prefetch one tile ahead with one barrier a round: three buffers suffice, two do not
extern "C" __global__ void prefetch(const int *in, int *out, int n) {
  __shared__ int buf[3][64];
  const int t = threadIdx.x;
  int acc = 0;
  buf[0][t] = in[t];
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) buf[(i + 1) % 3][t] = in[(i + 1) * 64 + t];
    __syncthreads();
    acc += buf[i % 3][63 - t];
  }
  out[t] = acc;
}
