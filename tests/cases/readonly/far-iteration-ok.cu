// case: read-only-far-iteration-ok   expect: safe   class: readonly   launch: grid(1) block(64)   at: -
// why: plain loads, which the barriers order
__global__ void k(int* a, int n) {
  for (int i = 0; i < n; ++i) {
    int x = a[64 * i + (threadIdx.x ^ 1)];
    __syncthreads();
    if (i >= 3) a[64 * (i - 3) + threadIdx.x] = x;
    __syncthreads();
  }
}
