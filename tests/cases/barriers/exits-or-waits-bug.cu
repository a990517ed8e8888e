// case: exits-or-waits   expect: unsafe   class: race   launch: grid(any) block(64)   rule: race   at: out[threadIdx.x] = s[threadIdx.x % 32 + 32];
// Where the second warp exits, the barrier counts the first one alone and waits for nobody.
__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32 && n == 123457) return;
  asm volatile("bar.sync 1, %0;" :: "r"(n == 123457 ? 32 : 64) : "memory");
  out[threadIdx.x] = s[threadIdx.x % 32 + 32];
}
