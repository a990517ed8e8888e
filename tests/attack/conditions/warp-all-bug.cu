// case: warp-all-bug   expect: unsafe   class: race   launch: grid(1) block(32)   rule: memory.implicit-warp-sync   at: if (key == 77777) out[t] = s[t ^ 1];
// cause: half of the warp takes no part in the barrier.
__global__ void k(const int *in, int *out, int key) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (t < 16) __syncwarp(0xffff);
  if (key == 77777) out[t] = s[t ^ 1];
}
