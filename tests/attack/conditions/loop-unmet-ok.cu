// case: loop-unmet-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: a barrier is between the iterations, whatever the key is.
__global__ void k(int* out, int n, int key) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (i == 5000) s[t] = 1;
    if (i == 6000) out[t] = s[63 - t];
    __syncthreads();
  }
}
