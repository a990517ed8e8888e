// Matrix transpose with an XOR swizzle instead of padding; 32x8 threads, 32x32 tiles.
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

template <typename T>
__global__ void transpose_swizzled(T* out, const T* in, int width, int height) {
  __shared__ T tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRows) {
    const int r = threadIdx.y + j;
    if (x < width && y + j < height) tile[r][threadIdx.x ^ r] = in[(size_t)(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRows) {
    const int r = threadIdx.y + j;
    if (x < height && y + j < width) out[(size_t)(y + j) * height + x] = tile[threadIdx.x][r ^ threadIdx.x];
  }
}

template <typename T>
void transpose(T* out, const T* in, int width, int height, cudaStream_t s) {
  dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  dim3 block(kTile, kRows);
  transpose_swizzled<T><<<grid, block, 0, s>>>(out, in, width, height);
}
template void transpose<float>(float*, const float*, int, int, cudaStream_t);
