// As many-blocks-ok.cu, with a race.
#include <cstddef>

__global__ void fill(float* a, size_t n) {
  const size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x;
  if (i < n) a[i / 2] = i;
}

int main(int argc, char**) {
  float* a;
  const size_t n = size_t(argc) << 33;
  cudaMalloc(&a, n * sizeof(float));
  if (n <= (size_t{1} << 33)) return 1;
  fill<<<(n + 1023) / 1024, 1024>>>(a, n);  // expect: unknown
}
