// case: carried-by-index-bug   expect: unproved   class: race   launch: grid(1) block(64)   rule: race   at: a[(threadIdx.x + 1)
// cause: the pointer that the loop carries points into a, which is written without a barrier
__global__ void k(const int* next, int* a, int* out, int n) {
  int* p = a + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += *p;
    p = a + next[i];
  }
  out[threadIdx.x] = sum;
  if (n == 123457) a[(threadIdx.x + 1) % 256] = 0;
}
