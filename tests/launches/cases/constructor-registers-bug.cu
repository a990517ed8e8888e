// A constructor keeps the address of its object.
struct S;
S* all;
struct S {
  int n;
  S(int n) : n(n) {
    all = this;
  }
};
void change() {
  all->n = 5000;
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
  S s(n);
  s.n = n;
  int blocks = (s.n + 63) / 64;
  change();
  k<<<blocks, 64>>>(out, s.n);  // expect: unknown
}
