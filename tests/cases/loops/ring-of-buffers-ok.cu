// case: ring-of-buffers   expect: safe   class: ring-buffer   launch: grid(1) block(64) n=20   rule: -   at: -
// note: ring of buffers, filled three rounds ahead, one barrier every round; with four it just holds, with a barrier every second round it does not
extern "C" __global__ void ring(const int *in, int *out, int n) {
  __shared__ int ring[5][64];
  const int t = threadIdx.x;
  int acc = 0;
  for (int k = 0; k < 3; ++k) ring[k][t] = in[k * 64 + t];
  __syncthreads();
  for (int i = 0; i + 3 < n; ++i) {
    acc += ring[i % 5][63 - t];
    ring[(i + 3) % 5][t] = in[(i + 3) * 64 + t];
    __syncthreads();
  }
  out[t] = acc;
}
