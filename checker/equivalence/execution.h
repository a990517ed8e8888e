// One of the two executions of an equivalence question.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"
#include "checker/smt/solver.h"
#include "checker/symbolic/executor.h"
#include "src/base/effort.h"
#include "src/machine/launch.h"

namespace warpproof::equivalence {

// How an execution follows loops whose condition does not fold.
struct ExecutionLoops {
  int unroll = 64;                                 // iterations, of those without a plan
  bool stop = false;                               // at the first that goes on after these
  symbolic::LoopPlans* plans = nullptr;            // proved by induction
  symbolic::LoopComparison* comparison = nullptr;  // with those of the other execution
  bool near = false;                               // ExecutorOptions::near_accesses
};

class Execution {
 public:
  using Clock = effort::Clock;
  Execution(TermGraph& graph, symbolic::SharedInputs& inputs, const Side& side,
            const EquivalenceOptions& options, const std::array<std::uint32_t, 3>& block,
            const Matching& matching, bool is_b, const ExecutionLoops& loops, Clock::time_point deadline);

  void run() { executor_.run(); }
  symbolic::Executor& executor() { return executor_; }
  const Side& side() const { return side_; }
  Clock::time_point deadline() const { return deadline_; }
  const CheckOptions& check_options() const { return options_.check; }
  // Variables that only this execution has: choices that the program leaves open.
  std::vector<Term> open_choices() const;
  // Conditions under which accesses of threads meet unordered in a way that the rules only warn about, with a
  // text. Where loops are compared, errors among them are left to the check: an iteration and what follows
  // the loop are not one execution.
  std::vector<std::pair<Term, std::string>> open_orders(TermGraph& graph) const;
  bool uses_dynamic_shared() const;
  bool takes_no_dynamic_shared() const;  // dynamic_shared.h
  std::string parameter_name(std::uint32_t index) const;
  Launch launch() const;

 private:
  symbolic::ExecutorOptions executor_options(const std::array<std::uint32_t, 3>& block,
                                             symbolic::SharedInputs& inputs,
                                             Clock::time_point deadline) const;
  bool infeasible(Term t);

  const Side& side_;
  const EquivalenceOptions& options_;
  Clock::time_point deadline_;
  bool compares_loops_;
  Solver solver_;
  symbolic::Executor executor_;
  std::size_t assumed_ = 0;
};

}  // namespace warpproof::equivalence
