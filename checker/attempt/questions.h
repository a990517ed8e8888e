// What an attempt asks the solver, within its limits: obligations in the end, and while the kernel is followed
// whether a condition is possible at all.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "checker/attempt/limits.h"
#include "checker/smt/solver.h"
#include "checker/smt/without_products.h"
#include "checker/symbolic/executor.h"
#include "src/term/term.h"

namespace warpproof {

class Questions {
 public:
  // `budget_seconds`: of effort, that no question exceeds. `size_is_open`: the block's size is a variable, which
  // makes questions many: the quick ones are kept shorter.
  Questions(TermGraph& graph, const Limits& limits, double budget_seconds, bool size_is_open);

  // Those of the execution that are new. Later assumptions only narrow what was possible.
  void take_assumptions(const symbolic::Executor& executor);
  Answer check(std::span<const Term> query, SmtModel* model, bool quick = false, unsigned at_most_ms = ~0u);
  // Impossible, where products of unknowns are unknowns?
  bool excluded_without_products(Term t, unsigned at_most_ms);

  unsigned quick_ms() const { return quick_ms_; }
  // Why the latest question was not decided.
  std::string why_undecided() const { return limits_.over() ? std::string("out of effort") : solver_.reason(); }
  double seconds() const {
    return solver_.stats().seconds + quick_.stats().seconds + without_products_.stats().seconds;
  }
  std::uint64_t asked() const { return asked_ + without_products_.stats().queries; }

 private:
  TermGraph& graph_;
  const Limits& limits_;
  const unsigned slow_ms_, quick_ms_;  // the most effort of one question
  Solver solver_, quick_;
  WithoutProducts without_products_;
  std::size_t assumed_ = 0, assumed_products_ = 0;
  std::uint64_t asked_ = 0;
};

}  // namespace warpproof
