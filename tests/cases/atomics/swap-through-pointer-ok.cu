// case: swap-through-pointer-ok   expect: safe   class: atomics   launch: grid(1) block(64)   rule: -   at: -
// why: the compare-and-swap checks what was read before it is stored
__global__ void k(int* out, int n) {
  __shared__ unsigned s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 40) {
    unsigned old = s[0];
    unsigned other = 9;
    const unsigned* q = n > 5 ? &old : &other;
    atomicCAS(&s[0], old, 7u);
    out[0] = *q;
  } else if (threadIdx.x == 5) {
    atomicAdd(&s[0], 1u);
  }
}
