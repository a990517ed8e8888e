// A base and a bit-field without a name.
struct B { int x; };
struct S : B { int n; int : 3; int m; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  S s = {{64}, 1000, 5};
  k<<<1, 64>>>(out, s.n);  // expect: violation
}
