// What a condition says of n has to hold when the condition is over.
#include <cstdio>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n > 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int *out, n = 0;
  cudaMalloc(&out, 4096);
  if (std::scanf("%d", &n) == 1 && n <= 64) k<<<1, 64>>>(out, n);  // expect: proved
  if (std::scanf("%d", &n) != 1 || n > 64) return 1;
  k<<<2, 64>>>(out, n);  // expect: proved
}
