// What the forms of a loop's plan say (loop_plan.h), once: what is assumed of a cell at the begin of an
// iteration is what is proved of it at the end.
//
// A form with unknowns u gives a cell the bits f(entry, u), and may say in a condition more of them. At the
// begin the unknowns are new variables (Executor::instance), and the condition is assumed; at the end those
// unknowns are found with which f gives what is there, and the condition is proved (Executor::holds).
#pragma once

#include <optional>

#include "checker/symbolic/local_memory.h"
#include "checker/symbolic/loop_plan.h"

namespace warpproof::symbolic {

class StateClaims {
 public:
  explicit StateClaims(const LaneOps& ops) : ops_(ops), g(ops.g) {}

  // The bits of a cell of this form that had the value `entry` before the loop; `unknown` has its width. Of
  // Count and Cycle: with an unknown number of steps, and of any value, as where the number of iterations is
  // not known (iteration_counts.h). Not of LoopMask, which is a mask of lanes at hand.
  Lanes bits(const CellForm& form, const Value& entry, const Lanes& unknown) const;

  // Given that the cell had bits of the form at the begin of the iteration, `head`, does it at its end,
  // `now`? Then what all threads of a grain must agree on: the unknown, or what was added to it. For one
  // thread; not of Count, Cycle and LoopMask.
  std::optional<Term> unknown_of(const CellForm& form, int width, Term entry, Term head, Term now) const;

  // With which unknown does the form give a cell what it enters the loop with? The first iteration begins with that, so
  // threads of a grain must agree on it, too. For one thread; not of Count, Cycle and LoopMask.
  Term unknown_at_entry(const CellForm& form, int width, Term entry) const;

  // What else the form says of one thread's bits; true where that is nothing.
  Term condition(const CellForm& form, int width, Term entry, Term now) const;

  // Is the cell undefined where the form lets it be undefined only? That is where it was at entry, or at the
  // begin of the iteration; `guard`: whose values count.
  bool keeps_taint(const CellForm& form, const Value& entry, const Value& head, const Value& now,
                   const Lanes& guard) const;

 private:
  const LaneOps& ops_;
  TermGraph& g;
};

}  // namespace warpproof::symbolic
