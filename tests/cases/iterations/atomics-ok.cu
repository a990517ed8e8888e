// case: atomics-ok   expect: safe   class: iteration-race   launch: grid(1) block(32)   at: -
// cause: atomics of any iterations do not race
__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[4];
  const int t = threadIdx.x;
  if (t < 4) s[t] = 0;
  __syncwarp();
  for (int i = t; i < n; i += 32) {
    if (in[i] < 0) continue;
    atomicAdd(&s[in[i] & 3], 1);
  }
  __syncthreads();
  if (t < 4) out[t] = s[t];
}
