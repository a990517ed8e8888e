__global__ void all(int* out, int n) {
  __shared__ int s[64];
  s[gridDim.x == (n + 63) / 64 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int* out, int n, int blocks) { all<<<blocks, 64>>>(out, n); }  // expect: violation
// The number is what the grid was computed from no more.
void late(int* out, int n) {
  while (n > 1) {
    int blocks = (n + 63) / 64;
    n = blocks;
    all<<<blocks, 64>>>(out, n);  // expect: violation
  }
}
