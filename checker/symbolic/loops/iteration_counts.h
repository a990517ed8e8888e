// The number of iterations that a loop proved by induction has done: what its counters have in common.
//
// With k iterations done a counter is its entry plus k steps, and a buffer's number that cycles, 0, 1, 2, 0,
// .. is an entry of a table at k modulo the table's size. That two of them have one k says how they go
// together: which buffer an iteration reads, and which copies into it have been waited for. Remainders of k
// are distinguished by structure: k is a variable times the least common multiple of what k is divided by, plus
// the remainder as a variable of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class IterationCounts {
 public:
  explicit IterationCounts(const Parts& parts);

  // Is the number of iterations part of what plans say?
  bool counts_iterations() const;

  static Grain count_grain(const LoopPlan& plan) { return plan.lanes_part() ? Grain::Block : plan.scope; }
  void count_iterations(Iteration& iteration, const LoopPlan& plan, const Lanes& guard, std::uint32_t place);
  Value value_at_count(const CellForm& form, const Value& entry, const Lanes& count);
  bool keeps_count(const CellForm& form, const Value& entry, const Value& head, const Value& back,
                   const Iteration& iteration);
  bool keeps_cycle(const CellForm& form, const StateCell& cell, const Iteration& iteration);
  std::optional<CellForm> cycle_of(const StateCell& cell, const CellForm& now, const Iteration& iteration);
  Term iterations_before(const Iteration& iteration, int thread);
  void assume_iterations_before(const Iteration& iteration);

 private:
  std::uint64_t count_modulus(const Strand& head, const LoopPlan& plan) const;
  std::optional<std::uint64_t> value_in_iteration(Term t, int thread, const Iteration& iteration,
                                                  std::uint64_t count);

  const Program& program_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  std::vector<Term>& assumptions_;
  std::set<std::string>& assumed_;
  CopyGroups& copy_groups_;
  bool& some_in_step_;
  const Context& context_;
  Code& code_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  LoopsInStep& loops_in_step_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
