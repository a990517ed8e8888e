// Byte histogram: one private sub-histogram per warp in shared memory, then merged over warps and over blocks.
#include <cuda_runtime.h>
#include <cstdint>

constexpr int kBins = 256;
constexpr int kWarps = 6;
constexpr int kThreads = kWarps * 32;

__device__ __forceinline__ void count_bytes(uint32_t* bins, uint32_t word) {
#pragma unroll
  for (int b = 0; b < 4; ++b) atomicAdd(&bins[(word >> (8 * b)) & 0xff], 1u);
}

__global__ void byte_histogram(uint32_t* partial, const uint32_t* words, uint32_t count) {
  __shared__ uint32_t all[kWarps * kBins];
  uint32_t* mine = all + (threadIdx.x >> 5) * kBins;
  for (int i = threadIdx.x; i < kWarps * kBins; i += kThreads) all[i] = 0;
  __syncthreads();
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) count_bytes(mine, words[i]);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += kThreads) {
    uint32_t sum = 0;
    for (int w = 0; w < kWarps; ++w) sum += all[bin + w * kBins];
    partial[blockIdx.x * kBins + bin] = sum;
  }
}

__global__ void merge_histograms(uint32_t* result, const uint32_t* partial, uint32_t parts) {
  __shared__ uint32_t data[256];
  uint32_t sum = 0;
  for (uint32_t i = threadIdx.x; i < parts; i += 256) sum += partial[blockIdx.x + i * kBins];
  data[threadIdx.x] = sum;
  for (uint32_t stride = 128; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) data[threadIdx.x] += data[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) result[blockIdx.x] = data[0];
}

void histogram(uint32_t* result, uint32_t* partial, const void* data, uint32_t bytes) {
  if (bytes % 4) return;
  byte_histogram<<<240, kThreads>>>(partial, (const uint32_t*)data, bytes / 4);
  merge_histograms<<<kBins, 256>>>(result, partial, 240);
}
