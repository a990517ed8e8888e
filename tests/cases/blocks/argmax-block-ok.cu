// case: argmax-block   expect: safe   class: reduction   launch: grid(1) block(256)   at: -
__global__ void argmax(const float* in, int* where, int n) {
  __shared__ float best[256];
  __shared__ int at[256];
  const int t = threadIdx.x;
  float v = -1e30f;
  int i = -1;
  for (int k = t; k < n; k += 256) {
    if (in[k] > v) {
      v = in[k];
      i = k;
    }
  }
  best[t] = v;
  at[t] = i;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d && best[t + d] > best[t]) {
      best[t] = best[t + d];
      at[t] = at[t + d];
    }
    __syncthreads();
  }
  if (t == 0) where[0] = at[0];
}
