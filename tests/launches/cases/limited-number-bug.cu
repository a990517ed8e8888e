// Numbers that may be 0, or less.
#include <algorithm>
#include <cstdlib>
__global__ void k(int* y, int s) {
  __shared__ int c[32];
  if (s > 0) c[threadIdx.x] = y[threadIdx.x];
  y[threadIdx.x] = c[threadIdx.x];
}
void smallest(int* y, int n) {
  int s = std::min(n, 1);
  k<<<1, 32>>>(y, s);  // expect: violation
}
void rest(int* y, unsigned n) {
  k<<<1, 32>>>(y, n % 100);  // expect: violation
}
void mended(int* y, int n) {
  if (n < 0) n = 0;
  k<<<1, 32>>>(y, n);  // expect: violation
}
int main(int argc, char** argv) {
  int* y;
  cudaMalloc(&y, 128);
  k<<<1, 32>>>(y, atoi(argv[1]));  // expect: violation
}
