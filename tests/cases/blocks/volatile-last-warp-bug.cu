// case: volatile-last-warp   expect: unsafe   class: warp-synchronous   launch: grid(1) block(64)   at: w[t] += w[t + 16];
// cause: volatile keeps the order of one thread, not of the warp
// level: ptx
__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    volatile int *w = s;
    w[t] += w[t + 32];
    w[t] += w[t + 16];
    w[t] += w[t + 8];
    w[t] += w[t + 4];
    w[t] += w[t + 2];
    w[t] += w[t + 1];
    if (t == 0) *out = w[0];
  }
}
