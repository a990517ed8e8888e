// Claims of cells: assumed at the begin of an iteration, proved at its end (state_claims.h).
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class LoopClaims {
 public:
  explicit LoopClaims(const Parts& parts);

  bool weaken_cells(const Position& head, LoopPlan& plan);

 private:
  std::vector<StateCell> cells_of(const LoopPlan& plan, const Iteration& iteration) const;
  bool holds(const CellForm& form, const StateCell& cell, const Iteration& iteration);
  bool is_mask_of(const Value& value, const Lanes& guard);
  bool keeps_pointers(const CellForm& form, const Iteration& iteration, const Value& entry, const Value& head,
                      const Value& back);
  int zeros_of_change(const StateCell& cell, const Iteration& iteration);
  std::optional<CellForm> weaker(const LoopPlan& plan, const StateCell& cell, const Iteration& iteration);

  TermGraph& g;
  const ExecutorOptions& options_;
  const int threads_;
  const LaneOps& ops_;
  const Context& context_;
  std::map<Position, Iteration>& iterations_;
  bool& plans_changed_;
  Code& code_;
  Pointers& pointers_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
  IterationCounts& iteration_counts_;
  LoopStrides& loop_strides_;
};

}  // namespace warpproof::symbolic
