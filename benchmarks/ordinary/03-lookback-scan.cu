// Single-pass prefix sum with decoupled look-back (one thread of the block walks back).
#include <cuda_runtime.h>
#include <cstdint>

constexpr int kThreads = 256;
constexpr int kItems = 4;
constexpr unsigned long long kAggregate = 1ull << 32;
constexpr unsigned long long kPrefix = 2ull << 32;

__device__ __forceinline__ uint32_t warp_inclusive(uint32_t v) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int d = 1; d < 32; d <<= 1) {
    const uint32_t o = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += o;
  }
  return v;
}

__global__ void lookback_scan(const uint32_t* in, uint32_t* out, volatile unsigned long long* status, unsigned* ticket, int n) {
  __shared__ unsigned tile_shared;
  __shared__ uint32_t warp_sums[kThreads / 32];
  __shared__ uint32_t block_prefix;
  if (threadIdx.x == 0) tile_shared = atomicAdd(ticket, 1u);
  __syncthreads();
  const unsigned tile = tile_shared;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const size_t first = ((size_t)tile * kThreads + threadIdx.x) * kItems;
  uint32_t item[kItems];
  uint32_t sum = 0;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    item[k] = first + k < (size_t)n ? in[first + k] : 0;
    sum += item[k];
  }
  const uint32_t inclusive = warp_inclusive(sum);
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  if (warp == 0) {
    uint32_t s = lane < kThreads / 32 ? warp_sums[lane] : 0;
    s = warp_inclusive(s);
    if (lane < kThreads / 32) warp_sums[lane] = s;
  }
  __syncthreads();
  const uint32_t total = warp_sums[kThreads / 32 - 1];
  if (threadIdx.x == 0) {
    uint32_t prefix = 0;
    if (tile == 0) {
      status[0] = kPrefix | total;
    } else {
      status[tile] = kAggregate | total;
      int t = (int)tile - 1;
      while (true) {
        const unsigned long long s = status[t];
        if (s == 0) continue;
        prefix += (uint32_t)s;
        if (s & kPrefix) break;
        --t;
      }
      status[tile] = kPrefix | (uint32_t)(prefix + total);
    }
    block_prefix = prefix;
  }
  __syncthreads();
  uint32_t running = block_prefix + (warp > 0 ? warp_sums[warp - 1] : 0) + inclusive - sum;
#pragma unroll
  for (int k = 0; k < kItems; ++k) {
    running += item[k];
    if (first + k < (size_t)n) out[first + k] = running;
  }
}

void scan(const uint32_t* in, uint32_t* out, unsigned long long* status, unsigned* ticket, int n) {
  const int tiles = (n + kThreads * kItems - 1) / (kThreads * kItems);
  cudaMemset(status, 0, tiles * sizeof(unsigned long long));
  cudaMemset(ticket, 0, sizeof(unsigned));
  lookback_scan<<<tiles, kThreads>>>(in, out, status, ticket, n);
}
