// What the comparisons at the ends of a loop's iterations say of its head (src/program/loop_conditions.h).
//
// Side condition: a comparison holds for each thread that enters the loop, and for each that comes back; then it holds
// whenever a thread is at the head. The first is proved before anything is assumed of the head (ask_of_entry), the second at
// the end of the iteration that begins with it (keeps); else the plan loses it (LoopPlan::broken_conditions). Nothing is
// said of a thread in which a side of it is undefined.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/claims/claims.h"
#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/program/loop_conditions.h"

namespace warpproof::symbolic {

class HeadConditions {
 public:
  explicit HeadConditions(const Parts& parts);

  // Those that the plan claims, without terms; `local_base`: of the function's private memory, in bytes.
  std::vector<claims::ConditionClaim> claims(const Position& head, const LoopPlan& plan,
                                             std::uint64_t local_base) const;
  // Of who begins an iteration. Where lanes leave the loop one by one without meeting in it, they are part of the guard,
  // as where the loop has its condition at the head: accesses carry them, and questions about other threads do not. In
  // whom one fails there is nobody; such lanes are not followed (Iteration::nobody). Else they are assumed.
  void assume(const Position& head, LoopPlan& plan, Iteration& iteration, Strand& begins);
  // Takes from the plan what the iteration at hand does not keep. False: something was taken.
  bool keeps(const Position& head, LoopPlan& plan);

 private:
  void ask_of_entry(const Position& head, LoopPlan& plan, const Iteration& iteration);
  const std::vector<LoopCondition>& conditions_at(const Position& head) const;
  std::vector<std::size_t> claimed(const Position& head, const LoopPlan& plan) const;
  std::optional<StateCell> cell_of(const LoopCondition::Side& side, int width, std::uint64_t local_base) const;
  Lanes holds_in(const Strand& s, const LoopCondition& condition);
  bool holds_for(const Strand& s, const LoopCondition& condition);

  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  std::vector<Term>& assumptions_;
  Code& code_;
  Strands& strands_;
  LoopCells& loop_cells_;

  mutable std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<LoopCondition>> conditions_;
};

}  // namespace warpproof::symbolic
