// A host and a device function of one signature.
__host__ int blocks_for(int n);
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
void run(int* out, int n) {
  k<<<blocks_for(n), 64>>>(out, n);  // expect: violation
}
__device__ int blocks_for(int n) { return (n + 63) / 64; }
__host__ int blocks_for(int n) { return (n + 127) / 128; }
