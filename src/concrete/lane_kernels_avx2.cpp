#if defined(__x86_64__)

#include <immintrin.h>

#include "src/concrete/lane_kernels.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx,avx2,bmi,bmi2,fma,popcnt,lzcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx,avx2,bmi,bmi2,fma,popcnt,lzcnt")
#endif
#define WARPPROOF_PERMUTE_AVX2
#include "src/concrete/lane_kernels.inc"
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace warpproof::concrete::internal {

const LaneKernels& avx2_kernels() {
  static const LaneKernels& kKernels = table("avx2");
  return kKernels;
}

}  // namespace warpproof::concrete::internal

#endif
