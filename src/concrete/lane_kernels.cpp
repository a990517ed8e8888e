#include "src/concrete/lane_kernels.h"

#include <array>
#include <cstring>
#include <span>

#include "src/term/float_eval.h"
#include "src/term/float_op.h"

namespace warpproof::concrete {

const LaneKernels* lane_kernels(const char* name) {
#if defined(__x86_64__)
  if (std::strcmp(name, "avx512") == 0) {
    const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("bmi2") &&
                     __builtin_cpu_supports("fma");
    return has ? &internal::avx512_kernels() : nullptr;
  }
  if (std::strcmp(name, "avx2") == 0) {
    const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                     __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return has ? &internal::avx2_kernels() : nullptr;
  }
#endif
  return std::strcmp(name, "portable") == 0 ? &internal::portable_kernels() : nullptr;
}

const LaneKernels& lane_kernels() {
  static const LaneKernels& kBest = []() -> const LaneKernels& {
    for (const char* name : {"avx512", "avx2"}) {
      if (const LaneKernels* kernels = lane_kernels(name)) return *kernels;
    }
    return internal::portable_kernels();
  }();
  return kBest;
}

std::uint64_t internal::evaluate_float(std::uint64_t packed_op, std::uint64_t a, std::uint64_t b,
                                       std::uint64_t c) {
  const std::array<std::uint64_t, 3> operands{a, b, c};
  return float_eval(packed_op, std::span(operands.data(), FloatOp::unpack(packed_op).arity()));
}

}  // namespace warpproof::concrete
