// Questions that differ in numbers only, as one question.
//
// What is asked of the lanes of a warp is mostly one formula with the lane's number in it. A family puts a
// variable in place of numbers that go up evenly from one question to the next, and unknowns in place of what
// else differs; it covers all of its questions, and perhaps more.
#pragma once

#include <span>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// Predicates such that each of the given ones implies one of them: if all of them are excluded, so are those.
std::vector<Term> families_of(TermGraph& graph, std::span<const Term> predicates);

}  // namespace warpproof
