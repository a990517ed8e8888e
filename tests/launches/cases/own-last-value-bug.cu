// N = n + 1: a value that is computed from the variable's own last one.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x == n ? 0 : t] = t;
  out[t] = s[t];
}
int main(int n, char**) {
  int* out;
  cudaMalloc(&out, 4096);
  n = n + 1;
  k<<<((n)), 64>>>(out, (n));  // expect: violation
}
