// case: read-only-behind-loop-ok   expect: safe   class: readonly   launch: grid(1) block(64)   at: -
// why: the word behind the loop is that of a plain load
__global__ void k(int* out, int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[64 * i + threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
  if (threadIdx.x == 7) a[0] = sum;
}
