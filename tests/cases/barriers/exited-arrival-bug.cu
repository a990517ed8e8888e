// case: exited-arrival   expect: unsafe   class: exited-warp   launch: grid(1) block(64) n=40   rule: barrier.unreached   at: asm volatile("bar.sync 1, 64;" ::: "memory");
// note: a named barrier counts threads, also those that have left
extern "C" __global__ void gone(const int *in, int *out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (t >= 32 && in[0] > 0) return;
  s[t] += in[t];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[t] = s[63 - t];
}
