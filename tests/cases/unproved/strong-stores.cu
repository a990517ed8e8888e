// case: strong-stores   expect: unproved   class: order   launch: grid(1) block(64)   rule: -   at: -
// cause: either of the two volatile stores may be the last
__global__ void last(int* word, int n) {
  const int t = threadIdx.x;
  if (t == 0) *(volatile int*)word = 1;
  if (t == 32) *(volatile int*)word = 2;
  __syncthreads();
  if (n == 0x1234567 && *word == 1) __shfl_sync(0xffffffffu >> (t & 1), t, 0);
}
