// case: many-intervals-ok   expect: safe   class: atomic-counter   launch: grid(1) block(64)   rule: -   at: -
// why: the counter starts at 0 whichever barriers are met
__global__ void slots(int a, int b, int d, int e, int m) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 5;
  if (a == 3) __syncthreads();
  if (b == 3) __syncthreads();
  if (d == 3) __syncthreads();
  if (e == 3) __syncthreads();
  if (t == 0) count = 0;
  __syncthreads();
  const int i = atomicAdd(&count, 1);
  if (m == 0x1234567 && i >= 65) __shfl_sync(t == 1 ? 1 : 2, i, 0);
}
