// What a bit-field is given is cut to its bits.
struct S { unsigned n : 6; };
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[n != 96 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int* out;
  cudaMalloc(&out, 4096);
  S s = {};
  s.n = 96;
  k<<<1, 64>>>(out, s.n);  // expect: violation
}
