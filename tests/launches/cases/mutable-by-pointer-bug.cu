// Mutable member, changed through a pointer to a constant object.
struct S { mutable int n; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
__attribute__((noinline)) void f(const S* p) { p->n = 1000; }
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  S s = {64};
  f(&s);
  k<<<1, 64>>>(out, s.n);  // expect: violation
}
