// Bitonic sort of 32 keys per warp in registers by shuffles.
#include <cuda_runtime.h>

__device__ __forceinline__ int swap_keep(int x, int mask, bool dir) {
  const int y = __shfl_xor_sync(0xffffffffu, x, mask);
  return (x < y) == dir ? y : x;
}

__device__ __forceinline__ unsigned bfe(unsigned v, int pos) { return (v >> pos) & 1u; }

__global__ void warp_sort(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % warpSize;
  int x = i < n ? data[i] : 0x7fffffff;
#pragma unroll
  for (int size = 1; size < 6; ++size) {
#pragma unroll
    for (int s = size - 1; s >= 0; --s) {
      const bool dir = size == 5 ? bfe(lane, s) : bfe(lane, size) ^ bfe(lane, s);
      x = swap_keep(x, 1 << s, dir);
    }
  }
  if (i < n) data[i] = x;
}

void sort_warps(int* data, int n) { warp_sort<<<(n + 127) / 128, 128>>>(data, n); }
