// case: read-only-loop-halves-ok   expect: safe   class: readonly   launch: grid(1) block(128)   at: -
// why: all iterations load below n and store beyond it
__global__ void k(int* a, int n) {
  if (n <= 0 || n > 100000) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int x = __ldg(&a[i]);
    a[n + i] = x + 1;
  }
}
