// A virtual function is entered by calls of what it overrides.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n > 64 ? 0 : t] = t;
  out[t] = s[t];
}
struct Base {
  virtual void go(int* out, int n) {}
};
struct Derived : Base {
  void go(int* out, int n) override;
};
void Derived::go(int* out, int n) {
  k<<<1, 64>>>(out, n);  // expect: violation
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  Derived d;
  d.go(out, 64);
  Base* b = &d;
  b->go(out, 1000);
}
