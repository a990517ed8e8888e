// Top-k of a row per warp: repeated warp argmax, k <= 32, used values are masked in registers.
#include <cuda_runtime.h>
#include <cfloat>

constexpr int kWarpSize = 32;
constexpr int kRowsPerBlock = 4;
constexpr int kExperts = 128;
constexpr int kPerLane = kExperts / kWarpSize;

__global__ void topk_softmax(const float* logits, float* weights, int* ids, int n_tokens, int k) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= n_tokens) return;
  logits += (size_t)row * kExperts;
  weights += (size_t)row * k;
  ids += (size_t)row * k;
  float w[kPerLane];
#pragma unroll
  for (int i = 0; i < kPerLane; ++i) w[i] = logits[i * kWarpSize + threadIdx.x];
  for (int j = 0; j < k; ++j) {
    float best = w[0];
    int best_id = threadIdx.x;
#pragma unroll
    for (int i = 1; i < kPerLane; ++i) {
      if (w[i] > best) {
        best = w[i];
        best_id = threadIdx.x + i * kWarpSize;
      }
    }
#pragma unroll
    for (int mask = kWarpSize / 2; mask > 0; mask /= 2) {
      const float v = __shfl_xor_sync(0xFFFFFFFF, best, mask, kWarpSize);
      const int id = __shfl_xor_sync(0xFFFFFFFF, best_id, mask, kWarpSize);
      if (v > best || (v == best && id < best_id)) {
        best = v;
        best_id = id;
      }
    }
    if (best_id % kWarpSize == threadIdx.x) {
#pragma unroll
      for (int i = 0; i < kPerLane; ++i)
        if (best_id / kWarpSize == i) w[i] = -FLT_MAX;
      weights[j] = best;
      ids[j] = best_id;
    }
  }
}

void topk(const float* logits, float* weights, int* ids, int n_tokens, int k, cudaStream_t s) {
  dim3 block(kWarpSize, kRowsPerBlock);
  dim3 grid((n_tokens + kRowsPerBlock - 1) / kRowsPerBlock);
  topk_softmax<<<grid, block, 0, s>>>(logits, weights, ids, n_tokens, k);
}
