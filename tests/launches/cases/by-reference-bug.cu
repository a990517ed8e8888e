// A block that is given by reference, and chosen from two.
__global__ void k(int* out, int n) {
  __shared__ int s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
void run(int* out, const dim3& block, const int& n) {
  k<<<1, block>>>(out, n);  // expect: violation
}
void both(int* out, int columns) {
  const int threads = columns > 1000 ? 256 : 128;
  run(out, dim3(2 * threads), threads);
}
