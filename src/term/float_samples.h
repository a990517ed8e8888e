// Test support: the operand patterns on which the arithmetic was recorded on hardware. The recording program
// and the test that compares float_eval with the record generate the same sequence.
#pragma once

#include <cstdint>

#include "src/term/float_op.h"

namespace warpproof {

constexpr std::uint64_t sample_hash(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// Zeros, subnormals, neighbours of powers of two, halves, infinities, NaNs, and random values of like
// exponents.
constexpr std::uint64_t float_sample(FloatFormat format, std::uint64_t index) {
  const std::uint64_t r = sample_hash(index), s = sample_hash(r);
  const int width = format_width(format);
  const std::uint64_t all = width == 64 ? ~0ull : (1ull << width) - 1;
  const bool is_integer = format >= FloatFormat::I8;
  if (is_integer) {
    const std::uint64_t shifted = s >> (r % 64);
    return ((r >> 8 & 1) ? 0 - shifted : shifted) & all;
  }
  const int fraction = format == FloatFormat::F16    ? 10
                       : format == FloatFormat::BF16 ? 7
                       : format == FloatFormat::F32  ? 23
                                                     : 52;
  const int exponent_bits = width - 1 - fraction;
  const std::uint64_t bias = (1ull << (exponent_bits - 1)) - 1, top = (1ull << exponent_bits) - 1;
  const std::uint64_t sign = (r >> 40 & 1) << (width - 1), fraction_mask = (1ull << fraction) - 1;
  std::uint64_t exponent = 0, digits = s & fraction_mask;
  switch (r % 16) {
    case 0:
      return sign;  // zero
    case 1:
      return sign | (s & fraction_mask & 0xf);  // tiny subnormal
    case 2:
      return sign | digits;  // subnormal
    case 3:
      return sign | top << fraction | ((s & 3) ? digits : 0);  // infinity, NaN
    case 4:
      return sign | (top << fraction) - 1 - (s & 3);  // largest
    case 5:
      return sign | 1ull << fraction | (s & 7);  // smallest normal
    case 6:
      return s & all;  // anything
    case 7:            // integers and halves
      exponent = bias + (s >> 20) % 12;
      digits &= ~(fraction_mask >> (fraction > 12 ? 12 : 5));
      break;
    case 8:  // around powers of two up to 2^64
      exponent = bias + (s >> 20) % 66;
      digits = (s >> 60 & 1) ? fraction_mask - (s & 3) : (s & 3);
      break;
    case 9:
    case 10:  // across the whole range
      exponent = (s >> 20) % top;
      break;
    default:
      exponent = bias - 3 + (s >> 20) % 7;
      break;
  }
  if (exponent >= top) exponent = top - 1;
  return sign | exponent << fraction | digits;
}

// The operands of sample `index` of an operation. Every eighth sample of a product, quotient or narrowing
// conversion has a result next to the smallest normal number, where flushing and rounding meet.
constexpr std::uint64_t float_operand(const FloatOp& op, std::uint64_t index, int operand) {
  const std::uint64_t first = sample_hash(op.pack()) + index * 3,
                      plain = first + static_cast<std::uint64_t>(operand);
  const std::uint64_t v = float_sample(op.operand, plain);
  if (index % 8 != 5 || op.operand >= FloatFormat::I8) return v;
  const int width = format_width(op.operand);
  const int fraction = width == 64 ? 52 : width == 32 ? 23 : op.operand == FloatFormat::BF16 ? 7 : 10;
  const std::uint64_t fraction_mask = (1ull << fraction) - 1, sign = v & 1ull << (width - 1);
  const std::uint64_t bias = (1ull << (width - 2 - fraction)) - 1, r = sample_hash(plain + 1);
  const std::uint64_t digits = (r & 1)   ? fraction_mask - (r >> 8) % 3
                               : (r & 2) ? (r >> 8) % 3
                                         : v & fraction_mask;
  const std::uint64_t near_one = sample_hash(first) % bias + bias / 2;
  if (op.code == FloatCode::Mul || op.code == FloatCode::Fma) {
    if (operand == 2) return sign | ((r & 4) ? 0 : r >> 50);
    return sign |
           (operand == 0 ? near_one : bias + (r >> 20) % 2 - near_one + (near_one > bias ? bias : 0))
               << fraction |
           digits;
  }
  if (op.code == FloatCode::Div) {
    return sign | (operand == 0 ? near_one / 2 + 1 : near_one / 2 + bias - (r >> 20) % 2) << fraction |
           digits;
  }
  if (op.code == FloatCode::Cvt && op.operand == FloatFormat::F64) {
    return sign | (bias - (op.result == FloatFormat::F32 ? 127 : 15) + (r >> 20) % 2) << fraction | digits;
  }
  return v;
}

// PTX leaves the payload (and sign) of these NaN results open; float_eval makes them canonical.
constexpr bool nan_payload_is_open(const FloatOp& op) {
  if (op.result_width() == 1) return false;
  if (op.result == FloatFormat::F64) return true;
  if (op.code == FloatCode::Neg || op.code == FloatCode::Abs || op.code == FloatCode::Copysign) return true;
  return op.code == FloatCode::Cvt && (op.operand == FloatFormat::F64 || op.operand == FloatFormat::BF16);
}

// A result as it is compared: an open NaN as one fixed pattern.
constexpr std::uint64_t comparable(const FloatOp& op, std::uint64_t result) {
  FloatOp as_result;
  as_result.operand = op.result;
  const std::uint64_t magnitude = result & ~(1ull << (format_width(op.result) - 1));
  if (nan_payload_is_open(op) && op.result < FloatFormat::I8 && magnitude > as_result.infinity_bits())
    return ~0ull;
  return result;
}

// Order-sensitive digest of the results.
constexpr std::uint64_t digest_step(std::uint64_t digest, std::uint64_t result) {
  return sample_hash(digest ^ result) + digest * 3;
}

}  // namespace warpproof
