// Member of a constant object.
struct S { int n; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  const S s = {64};

  k<<<1, 64>>>(out, s.n);  // expect: proved
}
