// An asynchronous copy writes when it likes.
__global__ void k(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[gridDim.x != (n + 63) / 64 ? 0 : t] = t;
  out[t] = s[t];
}
int main() {
  int *out, n = 0;
  cudaMalloc(&out, 4096);
  cudaMemcpyAsync(&n, out, sizeof n, cudaMemcpyDeviceToHost, 0);
  int blocks = (n + 63) / 64;
  cudaStreamSynchronize(0);
  k<<<blocks, 64>>>(out, n);  // expect: unknown
}
