#include "checker/equivalence/real_conditions.h"

namespace warpproof::equivalence {

void RealConditions::add(const RealConditions& more) {
  divisor_not_zero |= more.divisor_not_zero;
  root_not_negative |= more.root_not_negative;
  root_positive |= more.root_positive;
  logarithm_positive |= more.logarithm_positive;
  finite |= more.finite;
}

std::vector<std::string> RealConditions::texts() const {
  std::vector<std::string> out;
  if (divisor_not_zero) out.push_back("over the reals: no divisor is 0, so that x / s - x / s is 0");
  if (root_not_negative) out.push_back("over the reals: no square root is taken of a negative number");
  if (root_positive)
    out.push_back("over the reals: reciprocal square roots are taken of positive numbers only");
  if (logarithm_positive) out.push_back("over the reals: logarithms are taken of positive numbers only");
  if (finite) out.push_back(kFiniteSums);
  return out;
}

}  // namespace warpproof::equivalence
