// A functor whose operator is called here, and by a library that gets the object.
#include <functional>
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
struct Run { int* out; void operator()(int n) const { k<<<1, 64>>>(out, n); } };  // expect: violation
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  Run run{out};
  run(64);
  std::function<void(int)> f = run;
  f(1000);
}
