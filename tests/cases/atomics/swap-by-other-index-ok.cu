// case: swap-by-other-index-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the index is computed anew, in the same way
__global__ void k(unsigned* out) {
  __shared__ unsigned s[512];
  for (int j = 0; j < 8; ++j) s[threadIdx.x + 64 * j] = 0;
  __syncthreads();
  unsigned old = s[threadIdx.x / 2 * 3 + 5];
  atomicCAS(&s[threadIdx.x / 2 * 3 + 5], old, 7u);
  out[threadIdx.x] = old;
}
