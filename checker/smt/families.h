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

// Terms that go together, and numbers that tell which of many these are: what goes up evenly with them does
// so in their family too. All tuples have as many terms, and as many numbers.
struct NumberedTuple {
  std::vector<std::uint64_t> numbers;
  std::vector<Term> terms;
};
// Covers some of the given ones: with numbers for its own variables, such that the facts hold, it becomes any
// of them.
struct TupleFamily {
  std::vector<Term> terms;
  Term facts;
};

// `any_variables`: tuples that differ in variables make one family too, in which these are unknowns.
std::vector<TupleFamily> families_of(TermGraph& graph, std::span<const NumberedTuple> tuples,
                                     bool any_variables);

// Predicates such that each of the given ones implies one of them: if all of them are excluded, so are those.
std::vector<Term> families_of(TermGraph& graph, std::span<const Term> predicates, bool any_variables = false);

// The predicate without the conjuncts that read memory: it holds wherever the predicate does.
Term without_contents(TermGraph& graph, Term predicate);

}  // namespace warpproof
