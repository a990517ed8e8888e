// Numbers that cannot be 0, as the program computes them.
#include <algorithm>
__global__ void k(int* y, int s) {
  __shared__ int c[32];
  if (s > 0) c[threadIdx.x] = y[threadIdx.x];
  y[threadIdx.x] = c[threadIdx.x];
}
void largest(int* y, int n) {
  int s = std::max(n, 1);
  k<<<1, 32>>>(y, s);  // expect: proved
}
void rest(int* y, unsigned n) {
  k<<<1, 32>>>(y, n % 100 + 1);  // expect: proved
}
void mended(int* y, int n) {
  if (n < 1) n = 1;
  k<<<1, 32>>>(y, n);  // expect: proved
}
void root(int* y, int n) {
  int s = (int)sqrt((double)n * n + 4.0);
  k<<<1, 32>>>(y, s);  // expect: unknown
}
