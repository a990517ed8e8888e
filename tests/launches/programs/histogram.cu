// A histogram in dynamic shared memory, of a number of bins that is given at run time.
#include <cstdint>
#include <cstdio>
#include <vector>

__global__ void histogram(const uint8_t* data, unsigned* bins, int count, int size) {
  extern __shared__ unsigned local[];
  for (int i = threadIdx.x; i < count; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i] % count], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

int main() {
  std::vector<uint8_t> host(10000, 3);
  uint8_t* data;
  unsigned* bins;
  const int count = 64;
  cudaMalloc(&data, host.size());
  cudaMalloc(&bins, count * sizeof(unsigned));
  cudaMemcpy(data, host.data(), host.size(), cudaMemcpyHostToDevice);
  histogram<<<16, 128, count * sizeof(unsigned)>>>(data, bins, count, host.size());  // expect: proved
  cudaDeviceSynchronize();
  return 0;
}
