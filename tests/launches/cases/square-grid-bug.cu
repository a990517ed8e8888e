// Blocks of a square of n / 8 by n / 8: there is one where n is 8.
__global__ void k(int* data, int n) {
  __shared__ int s[16];
  s[threadIdx.x] = data[threadIdx.x];
  if (n >= 16) __syncthreads();
  data[threadIdx.x] = s[15 - threadIdx.x];
}
void run(int* data, int n) {
  const int t = n / 8;
  k<<<dim3(t, t), 16>>>(data, n);  // expect: violation
}
