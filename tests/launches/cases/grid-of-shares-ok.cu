// The larger the share of each thread, the fewer blocks there are.
__global__ void count(int* out, int size) {
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = tid * size; i < (tid + 1) * size; i++) atomicAdd(&out[tid / 2], i % 2);
}

void run(int* out, int size) {
  const int length = 922521600;
  count<<<length / size / 256, 256>>>(out, size);  // expect: proved
}
