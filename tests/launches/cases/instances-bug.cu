// The number of a launch's instance is the block that it needs.
template <int kThreads>
__global__ void k(int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = s[kThreads - 1 - threadIdx.x];
}
void both(int* out) {
  k<64><<<3, 64>>>(out);   // expect: proved
  k<128><<<5, 256>>>(out);  // expect: violation
}
