// Which words are floats, and of which format.
//
// A word is a float where an instruction makes it one, or takes it for one; and where it is chosen from floats. Only what
// is a float is looked at as a number: a change of its sign bit is then a negation; of an integer it is not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "checker/equivalence/real_conditions.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

class FloatLooks {
 public:
  // With FloatMeaning::Exact nothing is a float.
  FloatLooks(TermGraph& graph, FloatMeaning floats) : graph_(graph), floats_(floats) {}

  // Looks at all terms that the graph has by now. To be called before what follows.
  void update();
  std::optional<FloatFormat> format_of(Term t) const;
  // There is no NaN: what a test for it says. The same question about an integer is none about numbers.
  std::optional<bool> outcome_of_nan_test(Term t) const;
  // Floats that stand side by side in one word; empty where there are none. Makes terms, and looks at them.
  std::vector<Term> parts_of_content(Term t);

 private:
  TermGraph& graph_;
  const FloatMeaning floats_;
  // By term id: 0, or 1 and the format in which floating-point instructions make it, and use it.
  std::vector<std::uint8_t> made_, used_;
};

}  // namespace warpproof::equivalence
