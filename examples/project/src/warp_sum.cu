#include "lanes.h"

__global__ void warp_sum(float* out, const float* in) {
  const float v = lane_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = v;
}
