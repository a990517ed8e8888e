// case: carried-by-index-ok   expect: safe   class: race   launch: grid(1) block(64)   rule: -   at: -
__global__ void k(const int* next, int* a, int* out, int n) {
  int* p = a + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += *p;
    p = a + next[i];
  }
  out[threadIdx.x] = sum;
  __syncthreads();
  if (n == 123457) a[(threadIdx.x + 1) % 256] = 0;
}
