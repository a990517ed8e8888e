// case: counters-of-two-strides-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
// why: all threads store to words of their own.
__global__ void k(int* out, const int* in, int n) {
  const int by = threadIdx.x == 0 ? 3 : 1;
  int sum = 0;
  for (int i = 0; i < n; i += by) {
    if (i == 1000 && threadIdx.x == 37) out[threadIdx.x] = sum;
    sum += in[i];
  }
  out[threadIdx.x] = sum;
}
