// Histogram, one for each warp, with strides of the grid: only a large grid ends soon.
#include <cstdio>
#include <algorithm>
#define BINS 256
#define WARPS 8
__global__ void histogram(const uchar4* data, size_t n4, unsigned* out) {
  __shared__ unsigned h[WARPS][BINS];
  for (int i = threadIdx.x; i < WARPS * BINS; i += blockDim.x) ((unsigned*)h)[i] = 0;
  __syncthreads();
  unsigned* mine = h[threadIdx.x / 32];
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n4; i += (size_t)gridDim.x * blockDim.x) {
    uchar4 v = data[i];
    atomicAdd(&mine[v.x], 1u);
    atomicAdd(&mine[v.y], 1u);
    atomicAdd(&mine[v.z], 1u);
    atomicAdd(&mine[v.w], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < WARPS; ++w) sum += h[w][b];
    atomicAdd(&out[b], sum);
  }
}
int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  size_t n = size_t(1) << 26;
  uchar4* data; unsigned* out;
  cudaMalloc(&data, n);
  cudaMalloc(&out, BINS * sizeof(unsigned));
  cudaMemset(out, 0, BINS * sizeof(unsigned));
  int blocks = std::min<size_t>(prop.multiProcessorCount * 4, (n / 4 + 255) / 256);
  histogram<<<blocks, WARPS * 32>>>(data, n / 4, out);  // expect: proved
  cudaDeviceSynchronize();
}
