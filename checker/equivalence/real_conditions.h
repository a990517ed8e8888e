// What the values of floating-point instructions are taken to be, and what that takes for granted.
#pragma once

#include <string>
#include <vector>

namespace warpproof::equivalence {

// Exact: IEEE arithmetic with the rounding of each instruction; add, mul, fma, min and max commute, nothing
// else is known. Real: floats stand for real numbers and arithmetic is exact; approximate operations are
// functions of their operands that nothing is known about, and there is no NaN.
enum class FloatMeaning { Exact, Real };

inline constexpr const char* kFiniteSums =
    "over the reals: what comes into a sum, a product or a quotient is a number there, also where it may be "
    "a constant "
    "that is infinite or NaN";

// What a number was taken to satisfy, because a form over the reals has an operation in it that is not defined
// for all real numbers.
struct RealConditions {
  bool divisor_not_zero = false;    // div, rcp
  bool root_not_negative = false;   // sqrt
  bool root_positive = false;       // rsqrt
  bool logarithm_positive = false;  // lg2
  bool finite = false;              // what is made of infinite constants or NaN, in sums, products, quotients

  void add(const RealConditions& more);
  bool any() const {
    return divisor_not_zero || root_not_negative || root_positive || logarithm_positive || finite;
  }
  // Each as an assumption of a verdict.
  std::vector<std::string> texts() const;
};

}  // namespace warpproof::equivalence
