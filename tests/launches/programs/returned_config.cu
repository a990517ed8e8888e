// A structure that a function of several statements fills, and shapes that another one leaves in references.
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

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

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

struct Config {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = 0;
};

static Config make_config(int n) {
  Config c;
  c.block = dim3(256);
  c.grid = dim3((n + c.block.x - 1) / c.block.x);
  return c;
}

static void plane(int width, int height, dim3& grid, dim3& block) {
  block = dim3(32, 8);
  const int across = (width + 31) / 32;
  grid = dim3(across, (height + 31) / 32);
}

static std::pair<int, int> sizes(int n) {
  const int threads = 256;
  int blocks = n / threads;
  if (n % threads != 0) ++blocks;
  return {blocks, threads};
}

int main() {
  const int n = 1 << 20, width = 1024, height = 1024;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  const Config c = make_config(n);
  sum<<<c.grid, c.block, c.shared, c.stream>>>(in, out, n);  // expect: proved
  const auto [blocks, threads] = sizes(n);
  sum<<<blocks, threads>>>(in, out, n);  // expect: proved
  dim3 grid, block;
  plane(width, height, grid, block);
  transpose<<<grid, block>>>(in, out, width, height);  // expect: proved
  cudaDeviceSynchronize();
}
