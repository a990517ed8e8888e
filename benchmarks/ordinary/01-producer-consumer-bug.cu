// Warp-specialised pipeline: warp 0 loads tiles, warps 1..3 consume them; named barriers full/empty.
#include <cuda_runtime.h>

constexpr int kTile = 96;
constexpr int kStages = 2;
constexpr int kThreads = 128;

__device__ __forceinline__ void named_sync(int id, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
__device__ __forceinline__ void named_arrive(int id, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__global__ void pipeline_scale(const float* __restrict__ in, float* __restrict__ out, int tiles, float alpha) {
  __shared__ float buf[kStages][kTile];
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  const float* src = in + (size_t)blockIdx.x * tiles * kTile;
  float* dst = out + (size_t)blockIdx.x * tiles * kTile;
  // barriers 1,2: full[stage], 3,4: empty[stage]
  if (warp == 0) {
    for (int t = 0; t < tiles; ++t) {
      const int s = t % kStages;
      named_sync(3 + s, kThreads);
      for (int i = lane; i < kTile; i += 32) buf[s][i] = src[t * kTile + i];
      __threadfence_block();
      named_arrive(1 + s, kThreads);
    }
  } else {
    const int c = threadIdx.x - 32;
    for (int s = 0; s < kStages; ++s) named_arrive(3 + s, kThreads);
    for (int t = 0; t < tiles; ++t) {
      const int s = t % kStages;
      named_sync(1 + s, kThreads);
      if (t + kStages < tiles) named_arrive(3 + s, kThreads);
      const float v = buf[s][c];
      dst[t * kTile + c] = alpha * v;
    }
  }
}

void run(const float* in, float* out, int blocks, int tiles, float alpha) {
  if (tiles < kStages) return;
  pipeline_scale<<<blocks, kThreads>>>(in, out, tiles, alpha);
}
