// case: swap-of-next-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: each word is read and swapped before the pointer moves on
__global__ void k(unsigned* out) {
  __shared__ unsigned s[65];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  unsigned* p = &s[threadIdx.x];
  for (int i = 0; i < 2; ++i) {
    unsigned old = *p, assumed;
    do {
      assumed = old;
      old = atomicCAS(p, assumed, assumed + 1);
    } while (assumed != old);
    p = p + 1;
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
