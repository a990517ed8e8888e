// A comparison of the user's runs inside of std::max.
#include <algorithm>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  k<<<(n + 63) / 64, 64, std::max(0, 1, [&](int a, int b) { n = 5000; return a < b; })>>>(out, n);  // expect: unknown
}
