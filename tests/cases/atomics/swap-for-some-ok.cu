// case: swap-for-some-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: what was read is compared with a number only, where no compare-and-swap checks it
__device__ unsigned raise(unsigned* word, unsigned to) {
  unsigned old = *word;
  while (old < to) {
    const unsigned assumed = old;
    old = atomicCAS(word, assumed, to);
    if (old == assumed) break;
  }
  return old;
}
__global__ void k(int* out, int n) {
  __shared__ unsigned s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  raise(&s[0], threadIdx.x + n);
  __syncthreads();
  out[threadIdx.x] = s[0];
}
