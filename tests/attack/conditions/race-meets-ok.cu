// case: race-meets-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: the barrier is there for all keys.
__global__ void k(const int* in, int* out, int key) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}
