// What a number is made of: terms of floating-point sums and extremes that are taken as a whole, and their leaves.
#pragma once

#include <vector>

#include "checker/equivalence/known_forms.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class NumberRegions {
 public:
  explicit NumberRegions(const TermGraph& graph) : graph_(graph) {}

  // Sums, differences, fused products and changes of sign, of that format; factors are leaves.
  bool in_sum(Term t, FloatFormat f) const;
  std::vector<Term> sum(Term root, FloatFormat f, std::vector<Term>* leaves) const;
  // Minima and maxima.
  bool in_order(Term t, FloatFormat f) const;
  std::vector<Term> order(Term root, FloatFormat f, std::vector<Term>* leaves) const;
  // What must have a form before the number has one.
  std::vector<Look> dependencies(Term t, FloatFormat f) const;

 private:
  const TermGraph& graph_;
};

}  // namespace warpproof::equivalence
