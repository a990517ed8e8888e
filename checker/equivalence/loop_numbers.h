// Over the reals, what loops carry is the same number in both, and need not be the same bits.
#pragma once

#include <vector>

#include "checker/equivalence/loop_contents.h"
#include "checker/equivalence/loop_records.h"
#include "checker/equivalence/loop_terms.h"
#include "checker/equivalence/loop_variables.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

struct LoopsOverReals {
  TermGraph& graph;
  const LoopRecords& records;
  LoopVariables& variables;
  LoopTerms& terms;
  const LoopContents& contents;
};
// Are bits used of what may be the same number only (number_uses.h)? All that iterations compute is looked at, the orders of
// atomics, what is left behind, and by whom and where.
bool uses_bits_of_numbers(const LoopsOverReals& loops, const std::vector<Term>& left_behind,
                          const std::vector<Term>& addressed);

}  // namespace warpproof::equivalence
