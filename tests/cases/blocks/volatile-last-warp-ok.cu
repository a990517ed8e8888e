// case: volatile-last-warp   expect: safe   class: warp-synchronous   launch: grid(1) block(64)   at: -
__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    int v = s[t] + s[t + 32];
    for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(0xffffffffu, v, off);
    if (t == 0) *out = v;
  }
}
