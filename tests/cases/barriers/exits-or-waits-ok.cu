// case: exits-or-waits   expect: safe   class: race   launch: grid(any) block(64)   rule: -   at: -
// Where the second warp exits, nobody reads what it stored.
__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32 && n == 123457) return;
  asm volatile("bar.sync 1, %0;" :: "r"(n == 123457 ? 32 : 64) : "memory");
  out[threadIdx.x] = s[n == 123457 ? threadIdx.x % 32 ^ 1 : threadIdx.x % 32 + 32];
}
