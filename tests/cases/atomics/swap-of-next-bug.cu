// case: swap-of-next-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: unsigned old = *p;
// cause: the compare-and-swap is of the word after the one that was read
__global__ void k(unsigned* out) {
  __shared__ unsigned s[65];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  unsigned* p = &s[threadIdx.x];
  unsigned old = *p;
  p = p + 1;
  atomicCAS(p, old, 7u);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
