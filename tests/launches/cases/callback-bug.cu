// A std::function runs what the user gave it.
#include <functional>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  std::function<int()> bytes = [&] {
    n = 5000;
    return 0;
  };
  k<<<(n + 63) / 64, 64, bytes()>>>(out, n);  // expect: unknown
}
