// case: swap-through-pointer-bug   expect: unsafe   class: atomics   launch: grid(1) block(64)   rule: race   at: unsigned old = s[0];
// cause: for most n no compare-and-swap checks what was read, and it is stored, read through a pointer
__global__ void k(int* out, int n) {
  __shared__ unsigned s[2];
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 40) {
    unsigned old = s[0];
    unsigned other = 9;
    const unsigned* q = n > 5 ? &old : &other;
    if (n == 0x1234567) atomicCAS(&s[0], old, 7u);
    else out[0] = *q;
  } else if (threadIdx.x == 5) {
    atomicAdd(&s[0], 1u);
  }
}
