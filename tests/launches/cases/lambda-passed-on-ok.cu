// A lambda that is called here with one number, and by the library with others.
#include <algorithm>
#include <vector>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  auto run = [&](int n) { k<<<1, 64>>>(out, n); };  // expect: proved
  run(64);
  std::vector<int> sizes = {100, 1000};
}
