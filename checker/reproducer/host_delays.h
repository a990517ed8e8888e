// The part of a reproducer that makes some warps wait, so that races between warps become visible.
#pragma once

#include <string_view>

namespace warpproof::reproducer {

// Before the kernel's source: where it reads threadIdx and after each barrier, some warps wait, others in each launch.
inline constexpr std::string_view kDelays = R"CUDA(
#ifndef WARPPROOF_NO_DELAYS
namespace warpproof_delays {

__device__ unsigned seed = 0;  // 0: nobody waits
__device__ unsigned long long start = ~0ull;

// All lanes of a warp wait, or none. After 5 ms nobody does: long loops end in time.
__device__ __forceinline__ void wait(unsigned point) {
#if __CUDA_ARCH__ >= 700
  if (seed == 0) return;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned hash = seed * 0x9e3779b9u ^ point * 0x85ebca6bu ^ (block * 32 + thread / 32) * 0xc2b2ae35u;
  hash ^= hash >> 16;
  hash *= 0x7feb352du;
  hash ^= hash >> 15;
  hash *= 0x846ca68bu;
  hash ^= hash >> 16;
  if (hash % 3 != 0) return;
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  const unsigned long long began = atomicMin(&start, now);
  if (now <= began || now - began < 5000000) __nanosleep(hash / 3 % 4 * 10000 + 5000);
#endif
}

__device__ __forceinline__ uint3 thread_idx(unsigned point) {
  wait(point);
  return threadIdx;
}

}  // namespace warpproof_delays
#define threadIdx ::warpproof_delays::thread_idx(__LINE__)
#define __syncthreads(...) __syncthreads(__VA_ARGS__), ::warpproof_delays::wait(__LINE__)
#define __syncwarp(...) __syncwarp(__VA_ARGS__), ::warpproof_delays::wait(__LINE__)
#endif
)CUDA";

// After the kernel's source.
inline constexpr std::string_view kDelaysEnd = R"CUDA(
#ifndef WARPPROOF_NO_DELAYS
#undef threadIdx
#undef __syncthreads
#undef __syncwarp
#define WARPPROOF_HAS_DELAYS
#endif
)CUDA";

}  // namespace warpproof::reproducer
