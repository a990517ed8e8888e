// The user's own function is none of the library's.
#include <cmath>
namespace mine {
double ceil(double x) { return x; }
}
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  if (n <= 0) return 0;
  const int blocks = (int)mine::ceil(n / 64.0);
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
