// The four kernels of //benchmarks:evaluator: as PTX, and as C++ for 32 lanes that the compiler vectorises.
//
// Each takes (.u64 out, .u64 in, .u32 rounds); a thread starts with x = in[tid], y = tid and ends with
// out[tid] = x + y. Words are 32 bits.
#pragma once

#include <cstdint>

namespace warpproof::benchmarks {

struct WarpKernel {
  const char* name;
  const char* ptx;  // the body of one round, over %x, %y, %a, %b, %f, %g, %p, %rd
  void (*native)(std::uint32_t* x, std::uint32_t* y, const std::uint32_t* in, std::uint32_t* out,
                 std::uint32_t rounds);  // 32 words each; x and y in and out
};

inline constexpr int kWarpKernels = 4;
extern const WarpKernel kKernels[kWarpKernels];

}  // namespace warpproof::benchmarks
