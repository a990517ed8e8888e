// A block that whoever calls the function chooses.
__global__ void reversed(int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

void run(int* out, int threads) {
  reversed<<<4, threads>>>(out);  // expect: violation
}
