// Pairs of a butterfly do not overlap where the stride is a power of two.
__global__ void k(int* data, unsigned stride) {
  const unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
  data[pos] = threadIdx.x;
}
void run(int* data) {
  for (unsigned stride = 32; stride > 0; stride -= 1) k<<<1, 64>>>(data, stride);  // expect: violation
}
