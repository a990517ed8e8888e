// A thread of the host for each device; what is given to std::thread is not followed.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <thread>
#include <vector>
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
static void worker(int device, const float* in, float* out, int n, int threads) {
  cudaSetDevice(device);
  sum<<<(n + threads - 1) / threads, threads>>>(in, out, n);  // expect: unknown
  cudaDeviceSynchronize();
}
int main() {
  int count = 0;
  const int n = 1 << 20;
  cudaGetDeviceCount(&count);
  std::vector<std::thread> pool;
  for (int d = 0; d < count; ++d) {
    float *in, *out;
    cudaSetDevice(d);
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n / 64);
    pool.emplace_back(worker, d, in, out, n, 256);
    pool.emplace_back([=] {
      cudaSetDevice(d);
      sum<<<n / 256, 256>>>(in, out, n);  // expect: proved
    });
  }
  for (auto& t : pool) t.join();
}
