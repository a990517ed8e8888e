// Each instance is launched with the block that its case names.
template <int kThreads>
__global__ void k(int* out) {
  __shared__ int s[kThreads];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = s[kThreads - 1 - threadIdx.x];
}
void run(int* out, int threads) {
  switch (threads) {
    case 128:
      k<128><<<3, threads>>>(out);  // expect: proved
    case 64:
      k<64><<<3, threads>>>(out);  // expect: violation
      break;
  }
}
