// case: warp-all-ok   expect: safe   class: race   launch: grid(1) block(32)   rule: -   at: -
// why: the whole warp takes part in the barrier.
__global__ void k(const int *in, int *out, int key) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  if (key == 77777) out[t] = s[t ^ 1];
}
