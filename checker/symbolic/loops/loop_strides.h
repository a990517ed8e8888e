// Values that change in a known direction: counters, and what is halved.
//
// Counters of loops that all threads move on by the same amount in each iteration, such as
// `i += blockDim.x * gridDim.x`, where that amount is no number that the compiler knows.
//
// At the head of iteration k such a counter is its value at entry plus u = k * stride. Multiples of one
// stride that do not wrap around, nor would in one more iteration, are equal or at least a stride apart, in
// both directions; that, and no product, is what tells the addresses of two threads apart. (Without that
// iteration the larger one may be as large as 2^w - 1, and 0 less than a stride after it where the stride is
// no power of two.) The stride is a variable until the iteration has shown what it stands for: a
// term over what was known when the loop was entered.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "checker/symbolic/race.h"
#include "src/program/loop_counters.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoopStrides {
 public:
  explicit LoopStrides(const Parts& parts);

  std::optional<Term> stride_of(Iteration& iteration, const StateCell& cell, const CellForm& form);
  bool keeps_stride(const StateCell& cell, const CellForm& form, const Iteration& iteration);
  std::uint64_t least_stride(const StateCell& cell, const Iteration& iteration);
  bool passes_block(const StateCell& cell, const Iteration& iteration);
  bool knows_strides(Term t) const;
  bool define_strides(const Position& at, const LoopPlan& plan);
  bool only_shrinks(const StateCell& cell, const CellForm& form, const Iteration& iteration);
  bool only_rises(const StateCell& cell, const Iteration& iteration);
  void assume_not_negative(const Value& entry, const Lanes& head, const Lanes& guard, std::uint32_t place);
  // Does the loop count by this cell (src/program/loop_counters.h)? Of others it is never assumed that they do not wrap around.
  // `step`: what each iteration moves it by, up or down; 0 where that is a stride.
  bool is_counter(const StateCell& cell, const Iteration& iteration, std::uint64_t step = 0);
  std::string no_counter_wraps(std::uint32_t head) const;
  std::string no_counter_turns_negative(std::uint32_t head) const;
  std::uint64_t most_risen(const Value& entry, std::uint64_t step, const Lanes& guard);
  void assume_later(const Iteration& iteration, const LoopPlan& plan, const Strand& before,
                    const Strand& later);
  void bound_steps(const Value& entry, const Lanes& iterations, std::uint64_t step, const Lanes& guard);
  Term stride_facts(const Use& a, const Use& b);
  Term stride_facts(Term a, Term b);

 private:
  std::optional<Term> common_change(const StateCell& cell, const Iteration& iteration);
  bool is_launch_constant(Term t, const Iteration& iteration);
  bool within_block(Term difference, std::uint64_t factor);
  bool is_size_of_grid(Term t) const;
  bool may_assume_no_wrap() const;
  bool assumes_no_wrap(const StateCell& cell, const Iteration& iteration, std::uint64_t step);

  const Program& program_;
  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const int warp_size_;
  const LaneOps& ops_;
  const Context& context_;
  LaunchNumbers& numbers_;
  std::map<Position, Iteration>& iterations_;
  std::map<int, std::vector<Arrival>>& arrivals_;
  std::vector<Term>& assumptions_;
  std::map<std::uint32_t, Term>& strides_;
  std::set<std::string>& assumed_;
  const bool& multiplies_in_addresses_;
  Code& code_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  IterationCounts& iteration_counts_;
  OwnCopies& own_copies_;

  std::map<std::pair<std::uint32_t, std::uint32_t>, LoopCounters> counters_;  // by function and head
  std::set<std::uint32_t> wide_strides_;  // that are no less than the number of threads
  std::map<std::pair<int, std::uint64_t>, std::set<std::uint32_t>> thread_distances_;
};

}  // namespace warpproof::symbolic
