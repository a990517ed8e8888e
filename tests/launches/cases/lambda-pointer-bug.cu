// Kernel of a lambda pointer: a lambda becomes a pointer to a function.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int* out;
int main() {
  cudaMalloc(&out, 4096);
  auto run = [](int n) { k<<<1, 64>>>(out, n); };  // expect: violation
  run(64);
  void (*f)(int) = run;
  f(1000);
}
