// What is no real number: constants that are infinite or NaN, and what is chosen or made of them. In orders, choices
// and comparisons they stand as they are. A sum, a product or a quotient takes them for real numbers, which is noted as
// a condition: infinity - infinity is no 0 (RealConditions::finite).
#pragma once

#include <cstdint>
#include <unordered_set>

#include "checker/equivalence/forms.h"
#include "checker/equivalence/real_conditions.h"
#include "src/term/float_op.h"

namespace warpproof::equivalence {

class RealDomain {
 public:
  explicit RealDomain(Forms& forms) : forms_(forms) {}

  RealConditions& conditions() { return conditions_; }
  // An operation that has no value for some real numbers is a function of those that it has one for.
  void take_for_granted(FloatCode code);
  void take_for_real(FormId number);

  FormId of_atom(FormId atom);
  FormId infinity(int sign);
  FormId number_of_constant(std::uint64_t bits, FloatFormat f);
  // From now on the atom may be infinite or NaN.
  void may_be_no_number(FormId atom) { not_real_.insert(atom); }
  // 0 where it is not an infinity, or not in all cases.
  int infinite_sign(FormId number) const;
  bool is_real(FormId number) const;
  bool is_real_or_infinite(FormId number) const;
  // The sign of infinity times a number that is not 0; 0 for all other products.
  int infinite_product(FormId left, FormId right) const;
  struct InfiniteParts {  // of a sum
    int sign = 0;         // of the infinity among them
    bool open = false;    // others that may be no real number, or infinities of both signs
  };
  void note_part(InfiniteParts& parts, FormId number, const Rational& coefficient) const;

 private:
  bool is_infinity(FormId atom) const;

  Forms& forms_;
  RealConditions conditions_;
  std::unordered_set<FormId> not_real_;  // atoms that may be infinite or NaN
};

}  // namespace warpproof::equivalence
