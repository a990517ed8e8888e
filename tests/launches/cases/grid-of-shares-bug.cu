// As grid-of-shares-ok, but two threads add to one number without an atomic operation.
__global__ void count(int* out, int size) {
  const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = tid * size; i < (tid + 1) * size; i++) out[tid / 2] += i % 2;
}

void run(int* out, int size) {
  const int length = 922521600;
  count<<<length / size / 256, 256>>>(out, size);  // expect: violation
}
