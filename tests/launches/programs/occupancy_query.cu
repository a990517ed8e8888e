// Chooses a block by the occupancy calculator, and prints what the device is.
#include <cuda_runtime.h>
#include <algorithm>
#include <iostream>
#include <iomanip>
#include <string>

__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

static void print_device(int device) {
  cudaDeviceProp prop{};
  cudaGetDeviceProperties(&prop, device);
  std::cout << std::string(prop.name) << ": SM " << prop.major << '.' << prop.minor << ", " << prop.multiProcessorCount
            << " SMs, " << std::fixed << std::setprecision(1) << prop.totalGlobalMem / 1073741824.0 << " GiB, L2 "
            << prop.l2CacheSize << ", bus " << prop.memoryBusWidth << ", max threads "
            << prop.maxThreadsPerMultiProcessor << ", regs " << prop.regsPerMultiprocessor << '\n';
}

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::cerr << "no device\n";
    return 1;
  }
  for (int d = 0; d < count; ++d) print_device(d);
  cudaSetDevice(0);
  const int n = 1 << 22;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  std::fill(x, x + n, 1.0f);
  std::fill(y, y + n, 2.0f);
  cudaMemPrefetchAsync(x, n * sizeof(float), 0, 0);
  int min_grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&min_grid, &block, saxpy, 0, 0);
  const int grid = std::min((n + block - 1) / block, min_grid);
  saxpy<<<grid, block>>>(n, 2.0f, x, y);  // expect: proved
  int active = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, saxpy, block, 0);
  cudaFuncAttributes attr;
  cudaFuncGetAttributes(&attr, saxpy);
  std::cout << active << " blocks, " << attr.numRegs << " registers\n";
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) std::cerr << cudaGetErrorString(e) << std::endl;
  cudaFree(x);
  cudaFree(y);
  size_t free_bytes, total_bytes;
  cudaMemGetInfo(&free_bytes, &total_bytes);
  cudaDeviceReset();
}
