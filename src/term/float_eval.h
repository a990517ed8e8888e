// Concrete floating-point arithmetic on bit patterns, bit exact as the PTX ISA (9.x) defines it.
//
// Formats f16, bf16, f32 and f64; roundings .rn .rz .rm .rp and the integer ones; .ftz, .sat. Computed in
// integers, so the host's rounding mode and compiler flags do not matter.
//  - NaN results are canonical: 0x7fff (f16, bf16), 0x7fffffff (f32), 0xfff8000000000000 (f64, where PTX leaves the
//    payload open: comparisons of f64 results are up to NaN payload). neg, abs and copysign only touch the sign bit.
//  - min/max: the other operand when one is NaN (unless .NaN), and -0 < +0.
//  - float to integer: out of range clamps. NaN gives 0, or 1 << (width - 1) when the source is f64 or the
//    destination has 64 bits (PTX ISA, cvt).
//  - .approx operations and transcendental ones are computed with the host's libm and rounded; the hardware may differ
//    in the last bits. float_is_approximate says so.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/float_op.h"

namespace warpproof {

// `operands` are zero-extended bit patterns of the operation's operand width; so is the result.
// Throws std::invalid_argument on a wrong number of operands or formats that the operation does not have.
std::uint64_t float_eval(std::uint64_t packed_op, std::span<const std::uint64_t> operands);

inline bool float_is_approximate(std::uint64_t packed_op) {
  const FloatOp op = FloatOp::unpack(packed_op);
  return op.approximate || (op.code >= FloatCode::Rsqrt && op.code <= FloatCode::Tanh);
}

}  // namespace warpproof
