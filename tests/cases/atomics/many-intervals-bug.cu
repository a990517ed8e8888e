// case: many-intervals-bug   expect: unsafe   class: atomic-counter   launch: grid(1) block(64)   rule: mask.self   at: __shfl_sync
// cause: where none of the four barriers is met the counter starts at 5, so that it hands out more than 64
__global__ void slots(int a, int b, int d, int e, int m) {
  __shared__ int count;
  const int t = threadIdx.x;
  if (t == 0) count = 5;
  if (a == 3) __syncthreads();
  if (b == 3) __syncthreads();
  if (d == 3) __syncthreads();
  if (e == 3) __syncthreads();
  if (t == 0 && (a == 3 || b == 3 || d == 3 || e == 3)) count = 0;
  __syncthreads();
  const int i = atomicAdd(&count, 1);
  if (m == 0x1234567 && i >= 65) __shfl_sync(t == 1 ? 1 : 2, i, 0);
}
