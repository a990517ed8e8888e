// A member that is a reference changes with what it refers to.
struct S {
  int& n;
};
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  S s{n};
  int blocks = (s.n + 63) / 64;
  n = 5000;
  k<<<blocks, 64>>>(out, s.n);  // expect: unknown
}
