#include "checker/equivalence/rational.h"

namespace warpproof::equivalence {

std::optional<Rational> rational_of(std::uint64_t bits, FloatFormat format) {
  int fraction_bits = 0, exponent_bits = 0;
  switch (format) {
    case FloatFormat::F16:
      fraction_bits = 10, exponent_bits = 5;
      break;
    case FloatFormat::BF16:
      fraction_bits = 7, exponent_bits = 8;
      break;
    case FloatFormat::F32:
      fraction_bits = 23, exponent_bits = 8;
      break;
    case FloatFormat::F64:
      fraction_bits = 52, exponent_bits = 11;
      break;
    default:
      return std::nullopt;
  }
  using boost::multiprecision::cpp_int;
  const std::uint64_t fraction = bits & ((1ull << fraction_bits) - 1);
  const auto biased = static_cast<int>(bits >> fraction_bits & ((1u << exponent_bits) - 1));
  if (biased == (1 << exponent_bits) - 1) return std::nullopt;
  const bool negative = bits >> (fraction_bits + exponent_bits) & 1;
  cpp_int digits = biased == 0 ? fraction : fraction | 1ull << fraction_bits;
  if (negative) digits = -digits;
  const int exponent = (biased == 0 ? 1 : biased) - ((1 << (exponent_bits - 1)) - 1) - fraction_bits;
  if (exponent >= 0) return Rational(digits << exponent);
  return Rational(digits, cpp_int(1) << -exponent);
}

}  // namespace warpproof::equivalence
