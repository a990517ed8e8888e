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
#include "src/program/program.h"
#include "src/term/term.h"

namespace warpproof {

class Questions {
 public:
  // `budget_seconds`: of effort, that no question exceeds. `size_is_open`: the block's size is a variable, which
  // makes questions many: the quick ones are kept shorter.
  // `may_assume_sizes`: what is left open where products of parameters, or multiples of one, may wrap around may be decided under
  // the assumption that they fit an int (WithoutProducts::assume_sizes).
  Questions(const Program& program, std::uint32_t function, TermGraph& graph, const Limits& limits, KnownAnswers& known,
            double budget_seconds, bool size_is_open, bool may_assume_sizes);

  // Those of the execution that are new. Later assumptions only narrow what was possible.
  void take_assumptions(const symbolic::Executor& executor);
  void take_tiles(const WithoutProducts::Tiles& tiles);
  Answer check(std::span<const Term> query, SmtModel* model, bool quick = false, unsigned at_most_ms = ~0u);
  // May it be excluded as a multiple of a size is taken to fit an int?
  bool multiplies_sizes(Term t) { return without_products_.size() > 1 && without_products_.back()->has_multiples(t); }
  // Impossible, where products of unknowns are unknowns?
  bool excluded_without_products(Term t, unsigned at_most_ms, bool by_integers = true);

  // What was taken for granted of parameters so far, so that something was excluded; and the facts. Whatever was decided holds
  // under these facts only.
  const std::set<SizeLimit>& size_limits() const { return size_limits_; }
  std::vector<Term> facts_of_sizes() const;

  unsigned quick_ms() const { return quick_ms_; }
  // Why the latest question was not decided.
  std::string why_undecided() const { return limits_.over() ? std::string("out of effort") : solver_.reason(); }
  double seconds() const {
    double out = solver_.stats().seconds + quick_.stats().seconds;
    for (const auto& one : without_products_) out += one->stats().seconds;
    return out;
  }
  std::uint64_t asked() const {
    std::uint64_t out = asked_;
    for (const auto& one : without_products_) out += one->stats().queries;
    return out;
  }

 private:
  std::vector<Term> sizes_in(const symbolic::Input& parameter) const;

  const Program& program_;
  const std::uint32_t function_;
  TermGraph& graph_;
  const Limits& limits_;
  const unsigned slow_ms_, quick_ms_;  // the most effort of one question
  Solver solver_, quick_;
  // With nothing taken for granted of sizes; then that products fit an int; then that multiples do, too. The last two where that
  // may be assumed only.
  std::vector<std::unique_ptr<WithoutProducts>> without_products_;
  std::set<SizeLimit> size_limits_;
  std::size_t assumed_ = 0, assumed_products_ = 0, addresses_ = 0;  // how many of the execution's were taken
  std::uint64_t asked_ = 0;
};

}  // namespace warpproof
