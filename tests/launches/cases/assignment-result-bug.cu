// The result of an assignment is the variable.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  int& r = ++n;
  int blocks = (n + 63) / 64;
  r = 1000;
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
