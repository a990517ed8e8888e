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

// `left_out` are those that an inequality of a variable meets which occurs in no other one, time and again, in the order
// in which they leave; `kept` are the others, in theirs. If the kept ones contradict each other, so do all. Nothing
// follows from an assignment that satisfies them, for no value of its variable may meet what was left out: whoever
// extends the assignment begins with what left last, and checks the whole.
struct Core {
  std::vector<Term> kept, left_out;
};
Core core_of(TermGraph& graph, std::span<const Term> predicates);

}  // namespace warpproof
