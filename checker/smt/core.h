// The part of a question that decides it.
//
// A question about two lanes brings along why each of the other lanes has left its loop: one condition a lane,
// with a number of iterations that occurs nowhere else. Such a condition can nearly always be met by that number
// alone, and says nothing of the others. What is left without them is small.
#pragma once

#include <span>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// The predicates without those that an inequality of a variable meets which occurs in no other one, time and again.
// They are some of the given ones, in their order: if they contradict each other, so do all. Nothing follows from an
// assignment that satisfies them, for those that were left out may not be met by any value of their variable.
std::vector<Term> core_of(TermGraph& graph, std::span<const Term> predicates);

}  // namespace warpproof
