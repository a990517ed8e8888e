// One pass of an LSD radix sort (4 bits): block-local ranks by ballots, then scatter through global offsets.
#include <cuda_runtime.h>
#include <cstdint>

constexpr int kBits = 4;
constexpr int kDigits = 1 << kBits;
constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;

__global__ void radix_histogram(const uint32_t* keys, uint32_t* counts, int n, int shift) {
  __shared__ uint32_t bins[kDigits];
  if (threadIdx.x < kDigits) bins[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) atomicAdd(&bins[(keys[i] >> shift) & (kDigits - 1)], 1u);
  __syncthreads();
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

__global__ void radix_scatter(const uint32_t* keys, uint32_t* out, const uint32_t* offsets, int n, int shift) {
  __shared__ uint32_t warp_counts[kWarps][kDigits];
  __shared__ uint32_t base[kDigits];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const bool valid = i < n;
  for (int d = lane; d < kDigits; d += 32) warp_counts[warp][d] = 0;
  if (threadIdx.x < kDigits) base[threadIdx.x] = offsets[threadIdx.x * gridDim.x + blockIdx.x];
  __syncwarp();
  const uint32_t key = valid ? keys[i] : 0;
  const uint32_t digit = (key >> shift) & (kDigits - 1);
  unsigned peers = __ballot_sync(0xffffffffu, valid);
#pragma unroll
  for (int b = 0; b < kBits; ++b) {
    const bool bit = (digit >> b) & 1;
    const unsigned vote = __ballot_sync(0xffffffffu, bit);
    peers &= bit ? vote : ~vote;
  }
  const unsigned below = peers & ((1u << lane) - 1);
  const uint32_t rank = __popc(below);
  if (valid && below == 0) warp_counts[warp][digit] = __popc(peers);
  __syncthreads();
  if (valid) {
    uint32_t before = base[digit];
    for (int w = 0; w < warp; ++w) before += warp_counts[w][digit];
    out[before + rank] = key;
  }
}

void pass(const uint32_t* keys, uint32_t* out, uint32_t* counts, uint32_t* offsets, int n, int shift, cudaStream_t stream) {
  const int blocks = (n + kThreads - 1) / kThreads;
  radix_histogram<<<blocks, kThreads, 0, stream>>>(keys, counts, n, shift);
  radix_scatter<<<blocks, kThreads, 0, stream>>>(keys, out, offsets, n, shift);
}
