// case: counter-kept-in-loop   expect: safe   class: atomic-counter   launch: grid(1) block(64)   rule: -   at: -
// note: the counter is set back in each round, so that it hands out less than 65 in any
__global__ void slots(int n, int m) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    const int slot = atomicAdd(&count, 1);
    if (m == 0x1234567 && slot >= 65) __shfl_sync(t == 1 ? 1 : 2, slot, 0);
    __syncthreads();
    if (t == 0) count = 0;
    __syncthreads();
  }
}
