// Kernels between calls of thrust, whose own kernels are not checked.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

__global__ void twice(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= 2;
}

__global__ void neighbours(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += __shfl_down_sync(0xffffffffu, values[i], 1);
}

int main() {
  thrust::device_vector<int> values(1000, 1);
  const int n = 1000;
  twice<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(values.data()), n);  // expect: proved
  thrust::sort(values.begin(), values.end());
  neighbours<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(values.data()), n);  // expect: violation
  return thrust::reduce(values.begin(), values.end());
}
