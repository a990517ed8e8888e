// The number of a launch's instance is the block that it needs.
template <int kThreads>
__global__ void k(int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = s[kThreads - 1 - threadIdx.x];
}
template <int kThreads>
void run(int* out, int blocks) {
  k<kThreads><<<blocks, kThreads>>>(out);  // expect: proved
}
void both(int* out) {
  run<64>(out, 3);
  run<128>(out, 5);
}
