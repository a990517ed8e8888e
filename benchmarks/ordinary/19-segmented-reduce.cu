// Segmented reduction: one block per segment given by offsets; and a warp-level segmented sum by head flags.
#include <cuda_runtime.h>

__global__ void segment_sum(const float* data, const int* offsets, float* out) {
  __shared__ float partial[8];
  const int begin = offsets[blockIdx.x], end = offsets[blockIdx.x + 1];
  float s = 0.f;
  for (int i = begin + threadIdx.x; i < end; i += blockDim.x) s += data[i];
  for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
  if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = s;
  __syncthreads();
  if (threadIdx.x < 8) {
    s = partial[threadIdx.x];
    for (int o = 4; o > 0; o >>= 1) s += __shfl_down_sync(0xff, s, o, 8);
    if (threadIdx.x == 0) out[blockIdx.x] = s;
  }
}

__global__ void reduce_by_key(const int* keys, const float* vals, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x & 31;
  const int key = i < n ? keys[i] : -1;
  float v = i < n ? vals[i] : 0.f;
  const int left = __shfl_up_sync(0xffffffff, key, 1);
  const bool head = lane == 0 || left != key;
  const unsigned heads = __ballot_sync(0xffffffff, head);
  const unsigned above = lane == 31 ? 0u : heads >> (lane + 1);
  const int len = above ? __ffs(above) : 32 - lane;
  for (int d = 1; d < 32; d <<= 1) {
    const float o = __shfl_down_sync(0xffffffff, v, d);
    if (d < len) v += o;
  }
  if (head && key >= 0) atomicAdd(&sums[key], v);
}

void run(const float* data, const int* offsets, float* out, int segments, const int* keys, const float* vals, float* sums, int n) {
  segment_sum<<<segments, 256>>>(data, offsets, out);
  reduce_by_key<<<(n + 255) / 256, 256>>>(keys, vals, sums, n);
}
