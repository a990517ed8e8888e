// 2-D convolution with a mask in constant memory; the tile with its border is loaded by all threads in a linear loop.
#include <cuda_runtime.h>

constexpr int kRadius = 2;
constexpr int kMask = 2 * kRadius + 1;
constexpr int kTile = 16;
constexpr int kSide = kTile + 2 * kRadius;

__constant__ float mask[kMask * kMask];

__global__ void convolve2d(const float* __restrict__ image, float* __restrict__ result, int width, int height) {
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile - kRadius;
  const int top = blockIdx.y * kTile - kRadius;
  for (int i = threadIdx.y * kTile + threadIdx.x; i < kSide * kSide; i += kTile * kTile) {
    const int ty = i / kSide, tx = i % kSide;
    const int y = top + ty, x = left + tx;
    tile[ty][tx] = (y >= 0 && y < height && x >= 0 && x < width) ? image[y * width + x] : 0.f;
  }
  __syncthreads();
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.f;
#pragma unroll
  for (int j = 0; j < kMask; ++j)
#pragma unroll
    for (int i = 0; i < kMask; ++i) sum += mask[j * kMask + i] * tile[threadIdx.y + j][threadIdx.x + i];
  result[y * width + x] = sum;
}

void convolve(const float* image, float* result, const float* host_mask, int width, int height) {
  cudaMemcpyToSymbol(mask, host_mask, sizeof(float) * kMask * kMask);
  const dim3 block(kTile, kTile);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  convolve2d<<<grid, block>>>(image, result, width, height);
}
