// Atomics of two executions, one to one.
//
// What an atomic returns, and what is left where the order of atomics counts, depends on the order in which
// they take effect, which no execution settles. Two kernels are compared for all of these orders at once:
//
//   Say the two perform the same atomics: thread by thread the same operation, on the same word, with the
//   same operands, given that all earlier ones returned the same; that nothing but atomics changes these
//   words in between, other than stores that both do alike; and that whatever orders atomics of different
//   threads (barriers, collectives, fences) comes between the same ones in both. Then every order in which
//   the atomics of one can take effect is one in which those of the other can, and returns the same: by
//   induction along that order, since what a thread asks for next depends on the inputs and on what was
//   returned before. So the results of matched atomics are one variable for both, and memory that only they
//   change is the same at the end. With values equal whatever these variables are, the two leave the same
//   for each such order, and so have the same set of outcomes.
//
// It holds likewise in iterations of loops that are followed together (loop_relation.h): an iteration of one
// is an iteration of the other, so its atomics are. What other blocks do to a word counts as part of the
// order.
//
// Matched step by step along the canonical schedules: atomics that two compilers, or two authors, put into
// another order, or onto other lanes, are not matched.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/symbolic/order_trace.h"
#include "src/term/traverse.h"

namespace warpproof::equivalence {

struct AtomicMatching {
  bool matched = false;
  std::string trouble;                             // what is not matched, for people
  std::uint32_t place = 0;                         // there in a
  std::vector<std::pair<Term, Term>> results;      // of b, of a: the same variable
  std::set<symbolic::BlockMemory::Key> left_same;  // a's keys: memory that the matched atomics leave the same
  bool any() const { return !results.empty() || !left_same.empty(); }
};

struct AtomicMatchingOptions {
  int threads = 0;
  // Equal for all inputs (of threads for which the condition holds). `operand`: what is added to a floating
  // point number.
  std::function<bool(Term a, Term b, bool operand)> equal;
  // b's memory to the key that a knows it by.
  std::function<symbolic::BlockMemory::Key(symbolic::BlockMemory::Key)> key_in_a;
  // a's keys: what is left there is not known otherwise.
  std::set<symbolic::BlockMemory::Key> wanted;
  // Over the reals: what is returned there is the same number, but not the same bits, so no one variable.
  bool results_are_numbers = false;
  // Takes results to be the same by their places alone: a first guess, to be proved with equal().
  bool guess = false;
};

// `results` and `left_same` are empty unless all that has to be matched is. Nothing has to be where no result
// is used and nothing is wanted: matched then, with nothing in it.
AtomicMatching match_atomics(TermGraph& graph, const symbolic::OrderTrace& a, const symbolic::OrderTrace& b,
                             const AtomicMatchingOptions& options);

}  // namespace warpproof::equivalence
