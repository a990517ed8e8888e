// What an attempt asks the solver, within its limits: obligations in the end, and while the kernel is followed
// whether a condition is possible at all.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

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
  // `may_assume_sizes`: what is left open where products of parameters may wrap around may be decided under the assumption
  // that they fit an int (WithoutProducts::assume_sizes).
  Questions(TermGraph& graph, const Limits& limits, KnownAnswers& known, double budget_seconds, bool size_is_open,
            bool may_assume_sizes);

  // Those of the execution that are new. Later assumptions only narrow what was possible.
  void take_assumptions(const symbolic::Executor& executor);
  void take_tiles(const WithoutProducts::Tiles& tiles);
  Answer check(std::span<const Term> query, SmtModel* model, bool quick = false, unsigned at_most_ms = ~0u);
  // Impossible, where products of unknowns are unknowns?
  bool excluded_without_products(Term t, unsigned at_most_ms, bool by_integers = true);

  // The parameters whose product was taken to fit an int so far, so that something was excluded; and that it does. Whatever
  // was decided holds under these facts only.
  const std::set<std::pair<Term, Term>>& size_products() const { return size_products_; }
  std::vector<Term> facts_of_sizes() const;

  unsigned quick_ms() const { return quick_ms_; }
  // Why the latest question was not decided.
  std::string why_undecided() const { return limits_.over() ? std::string("out of effort") : solver_.reason(); }
  double seconds() const {
    return solver_.stats().seconds + quick_.stats().seconds + without_products_.stats().seconds +
           (with_sizes_ ? with_sizes_->stats().seconds : 0);
  }
  std::uint64_t asked() const {
    return asked_ + without_products_.stats().queries + (with_sizes_ ? with_sizes_->stats().queries : 0);
  }

 private:
  TermGraph& graph_;
  const Limits& limits_;
  const unsigned slow_ms_, quick_ms_;  // the most effort of one question
  Solver solver_, quick_;
  WithoutProducts without_products_;
  std::unique_ptr<WithoutProducts> with_sizes_;  // the same under that assumption; null: it may not be made
  std::set<std::pair<Term, Term>> size_products_;
  std::size_t assumed_ = 0, assumed_products_ = 0;
  std::uint64_t asked_ = 0;
};

}  // namespace warpproof
