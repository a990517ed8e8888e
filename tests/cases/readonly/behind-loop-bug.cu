// case: read-only-behind-loop-bug   expect: unsafe   class: readonly   launch: grid(1) block(64)   rule: memory.read-only   at: __ldg(&a[64 * i + threadIdx.x])
// cause: behind the loop and a barrier word 0 of what the loop loads is stored to
__global__ void k(int* out, int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += __ldg(&a[64 * i + threadIdx.x]);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
  if (threadIdx.x == 7) a[0] = sum;
}
