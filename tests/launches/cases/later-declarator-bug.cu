// Several variables of one declaration: the first is computed before the second changes what it was computed from.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  int blocks = (n + 63) / 64, more = (n += 5000);
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
