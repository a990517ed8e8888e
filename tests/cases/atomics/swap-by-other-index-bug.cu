// case: swap-by-other-index-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: unsigned old = s[threadIdx.x * 3 + 5];
// cause: both indexes are made of the same numbers, but differ
__global__ void k(unsigned* out) {
  __shared__ unsigned s[512];
  for (int j = 0; j < 8; ++j) s[threadIdx.x + 64 * j] = 0;
  __syncthreads();
  unsigned old = s[threadIdx.x * 3 + 5];
  atomicCAS(&s[threadIdx.x * 5 + 3], old, 7u);
  out[threadIdx.x] = old;
}
