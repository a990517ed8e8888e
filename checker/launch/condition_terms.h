// The steps of a condition (condition.h) as terms: its value by the rules of C++, where that has a meaning, and where it
// is what the condition says as it reads.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "checker/launch/condition.h"
#include "src/term/term.h"

namespace warpproof::launch {

struct ConditionTerms {
  Term word;      // the value, of `bits`
  Term defined;   // nothing in it divides by zero or shifts too far
  Term exact;     // nothing in it wraps around, or becomes another number with another sign
  Term fits;      // no signed sum, difference or product in it overflows
  int bits = 32;  // 32 or 64
  bool is_signed = true;
  bool is_literal = false;  // made of literals only
  bool is_boolean = false;  // a comparison, 0 or 1
};

// `steps` in postfix order, at least one; `names` are what they refer to, and `value` gives terms of Quantity::bits.
// `wide`: every number has 64 bits.
ConditionTerms condition_terms(TermGraph& graph, const std::vector<Condition::Step>& steps,
                               const std::vector<std::pair<std::string, Quantity>>& names, bool wide,
                               const std::function<Term(const Quantity&)>& value);

}  // namespace warpproof::launch
