// A shuffle whose mask names lanes that went another way, and a race beside it.
#include <cuda_runtime.h>

__global__ void half_warp(const float* in, float* out) {
  __shared__ float row[64];
  const unsigned lane = threadIdx.x % 32;
  float value = in[threadIdx.x];
  if (lane < 16) {
    value += __shfl_down_sync(0x0000ffff, value, 8);
  }
  row[threadIdx.x] = value;
  out[threadIdx.x] = row[(threadIdx.x + 32) % 64];  // no __syncthreads() before
}

// Lanes 0-15 wait at the shuffle for lanes 16-31, which wait at __syncwarp() for them.
__global__ void crossed(int* out) {
  const unsigned lane = threadIdx.x % 32;
  int value = static_cast<int>(lane);
  if (lane < 16) {
    value = __shfl_xor_sync(0xffffffff, value, 16);
  } else {
    __syncwarp();
    value = __shfl_xor_sync(0xffffffff, value, 16);
  }
  out[threadIdx.x] = value;
}

// Nothing is wrong here.
__global__ void reversed(const int* in, int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 31);
}

void launch(const float* in, float* out, const int* numbers, int* results) {
  half_warp<<<1, 64>>>(in, out);
  crossed<<<1, 32>>>(results);
  reversed<<<1, 64>>>(numbers, results);
}
