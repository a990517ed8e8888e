// A functor whose operator is called here, and by a library that gets the object.
#include <functional>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
void launch(int* out, int n) { k<<<1, 64>>>(out, n); }  // expect: proved
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  std::function<int()> f = [] { return 64; };
  f();
  launch(out, 64);
}
