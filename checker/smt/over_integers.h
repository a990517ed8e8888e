// Questions about words, asked of integers.
//
// What is asked of indices is mostly linear: i < n, row * width as one unknown, a sum of these. A solver of bit vectors adds
// and compares such words bit by bit, one of linear arithmetic does not. Here a word of w bits is an integer from 0 to
// 2^w - 1, a sum is the sum of the integers less an unknown multiple of 2^w, and what is not linear is any number that the
// word may be. Each assignment of the words is one of the integers, so an exclusion is a proof; a solution is one
// of the words only where nothing was left open.
#pragma once

#include <span>

#include "src/term/term.h"

namespace warpproof {

enum class OverIntegers { Excluded, Possible, Unknown };

// Excluded: the predicates (of width 1) exclude each other. Possible: some words satisfy them. `budget_ms`: of effort, in
// thousands of units.
OverIntegers ask_over_integers(TermGraph& graph, std::span<const Term> predicates, unsigned budget_ms);

}  // namespace warpproof
