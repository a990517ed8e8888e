// What is read from the input changes n between grid and arguments.
#include <cstdio>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(n + 63) / 64, 64, (std::scanf("%d", &n), 0)>>>(out, n);  // expect: unknown
}
