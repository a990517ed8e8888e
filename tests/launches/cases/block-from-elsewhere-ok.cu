// A block that another file computes: of one that breaks a rule it is not known whether the program has it.
int threads_for(int n);

__global__ void reversed(int* out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

void run(int* out, int n) {
  reversed<<<4, threads_for(n)>>>(out);  // expect: unknown
}
