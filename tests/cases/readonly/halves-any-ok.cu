// case: read-only-halves-any-ok   expect: safe   class: readonly   launch: grid(1) block(any:1024)   at: -
// why: threads below n load below n and store beyond it
__global__ void k(int* a, int n) {
  const int i = threadIdx.x;
  if (n > 0 && n < 512 && i < n) {
    int x = __ldg(&a[i]);
    a[n + i] = x;
  }
}
