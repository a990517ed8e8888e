// Pairs that ask one question of other lanes' inputs.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "src/term/term.h"

namespace warpproof::equivalence {

// The two terms of a pair as a text in which its inputs are numbered as they come up: pairs with one such
// text are equal for all inputs, or not, together. Inputs that are numbered are those in `interchangeable`
// (variables that nothing is assumed of, by term id) and initial memory at constant distances from one
// address; reads that may overlap are no inputs of their own, so such a pair has no text (empty), and neither
// has one that is too large.
std::vector<std::uint64_t> question_text(TermGraph& graph, Term a, Term b,
                                         const std::unordered_set<std::uint32_t>& interchangeable);

}  // namespace warpproof::equivalence
