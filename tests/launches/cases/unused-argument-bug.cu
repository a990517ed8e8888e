// An argument that the function does not use has an effect.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
static int first(int a, int b) { return a; }
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  int blocks = first((n + 63) / 64, n += 5000);
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
