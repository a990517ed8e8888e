// case: read-only-earlier-iteration-ok   expect: safe   class: readonly   launch: grid(1) block(64)   at: -
// why: what is stored goes to another buffer
__global__ void k(const int* a, int* b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += __ldg(&a[64 * i + threadIdx.x]);
    if (i > 0) b[64 * (i - 1) + threadIdx.x] = sum;
  }
}
