// The two executions of an equivalence question, with their loops.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "checker/equivalence/execution.h"
#include "checker/equivalence/inquiry.h"
#include "checker/equivalence/loop_relation.h"
#include "checker/equivalence/matching.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

class TwoExecutions {
 public:
  using Clock = effort::Clock;
  TwoExecutions(TermGraph& graph, const Side& a, const Side& b, const Matching& matching,
                const EquivalenceOptions& options, Clock::time_point deadline);

  // ExecutorOptions::near_accesses, from now on.
  void take_accesses_to_be_near(bool near) { near_ = near; }
  bool takes_accesses_to_be_near() const { return near_; }
  // Does it matter for the last executions whether they are?
  bool reach_far() const {
    return std::any_of(executions_.begin(), executions_.end(),
                       [](const auto& e) { return e != nullptr && e->executor().record().reaches_far; });
  }
  // The solver is asked about loops for long, from now on.
  void take_time() { takes_time_ = true; }
  // Could it matter that it was not?
  bool ran_short() const { return ran_short_; }
  // Follows both as far as the first loop of an unknown number of iterations. True: there is one.
  bool meet_open_loops();
  // Follows such loops for at most that many iterations.
  void unroll(int iterations);
  // Follows such loops of both by induction, iteration by iteration (loop_relation.h). False where what
  // holds between them was not settled; what the executions say is then worth nothing. `bounded`:
  // LoopRelation's.
  bool compare_loops(bool bounded);
  // Where loops were compared as they are: how the last of them may be split, one way each. Then: the same as
  // compare_loops(true), with the split.
  const std::vector<LoopSplit>& splits_by_iterations() const { return splits_by_iterations_; }
  bool compare_loops_with(const LoopSplit& split);
  // Of the last of these.
  Execution& a() { return *executions_[0]; }
  Execution& b() { return *executions_[1]; }
  // Are they equal for all inputs, by what is known of the executions and of the loops in them?
  // Of a buffer of integers: see buffer_elements.h.
  bool surely_equal(Term a, Term b, bool among_integers = false);
  // Have they the same bits wherever the guard holds?
  bool same_bits_where(Term guard, Term a, Term b);
  bool surely_never(Term t);
  // What was taken for granted of numbers over the reals, by proofs about pairs.
  const RealConditions& real_conditions() const { return real_conditions_; }
  // Did a proof of what holds between loops rest on pointers that do not wrap around?
  bool assumes_pointers() const { return assumes_pointers_; }
  // Null unless loops are compared.
  LoopRelation* relation() { return relation_.get(); }
  // Over the reals: are bits used of what loops compute, which is known as a number only (number_uses.h)? By those that
  // are left behind, or by whom and where something is stored. Side condition: loops were compared.
  bool uses_bits_of_numbers(const std::vector<Term>& left_behind);
  // Are loops of one side split to go with the other's?
  bool splits_loops() const { return any_split_; }

 private:
  void execute(bool in_b, ExecutionLoops loops);
  bool settle(bool in_b);
  void relate_loops(bool bounded);
  bool settle_relation(std::optional<std::size_t> attempt);
  void prepare();
  void take_facts();
  Term by_offsets(Term t);
  std::vector<Term> facts_about(Term t);
  bool infeasible(Term t);

  TermGraph& graph_;
  const std::array<Side, 2> sides_;
  const Matching& matching_;
  const EquivalenceOptions& options_;
  const Clock::time_point deadline_;
  std::array<Program, 2> rotated_;
  std::array<Side, 2> rotated_sides_;
  symbolic::SharedInputs inputs_;
  std::array<symbolic::LoopPlans, 2> plans_;
  std::unique_ptr<LoopRelation> relation_;
  std::unique_ptr<Inquiry> inquiry_;
  std::map<Term, bool> infeasible_;  // what was asked about pairs
  std::vector<Term> after_loops_;    // what is known after all loops, where some are split
  LoopRelation::Facts facts_;
  std::vector<Term> pointers_;
  bool assumes_pointers_ = false, near_ = false, any_split_ = false, takes_time_ = false, ran_short_ = false;
  RealConditions real_conditions_;
  std::vector<LoopSplit> splits_;  // all of one side
  std::vector<LoopSplit> splits_by_iterations_;
  std::array<std::unique_ptr<Execution>, 2> executions_;
};

}  // namespace warpproof::equivalence
