// More than 2^31 threads along x: a launch that a GPU takes, of which nothing is known.
#include <cstddef>

__global__ void fill(float* a, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) a[i] = 1;
}

int main(int argc, char**) {
  float* a;
  const size_t n = size_t(argc) << 33;
  cudaMalloc(&a, n * sizeof(float));
  if (n <= (size_t{1} << 33)) return 1;
  fill<<<(n + 1023) / 1024, 1024>>>(a, n);  // expect: unknown
}
