// A member is changed through a pointer to members.
#include <cstdio>
struct Sizes {
  int n, other;
};
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  Sizes s;
  std::scanf("%d", &s.n);
  int Sizes::*member = &Sizes::n;
  const int blocks = (s.n + 63) / 64;
  s.*member = 5000;
  k<<<blocks, 64>>>(out, s.n);  // expect: unknown
}
