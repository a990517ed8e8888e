// case: counter-kept-in-loop   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: mask.self   at: __shfl_sync
// cause: the counter is set back to 5, so that from the second round on it hands out more than 64
__global__ void slots(int n, int m) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    const int slot = atomicAdd(&count, 1);
    if (m == 0x1234567 && slot >= 65) __shfl_sync(t == 1 ? 1 : 2, slot, 0);
    __syncthreads();
    if (t == 0) count = 5;
    __syncthreads();
  }
}
