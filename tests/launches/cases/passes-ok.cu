// The grid is computed anew in each pass.
__global__ void all(int* out, int n) {
  __shared__ int s[64];
  s[gridDim.x == (n + 63) / 64 ? threadIdx.x : 0] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}
void run(int* out, int n) {
  while (n > 1) {
    int blocks = (n + 63) / 64;
    all<<<blocks, 64>>>(out, n);  // expect: proved
    n = blocks;
  }
}
void once(int* out, int n) {
  int blocks = (n + 63) / 64;
  all<<<blocks, 64>>>(out, n);  // expect: proved
}
