// Which iterations of which loops an access is of (iteration_vector.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/interval.h"
#include "checker/symbolic/iteration_state.h"
#include "checker/symbolic/iteration_vector.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loop_plan.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"

namespace warpproof::symbolic {

class IterationNumbers {
 public:
  explicit IterationNumbers(const Parts& parts);

  IterationVector::Of iterations_of(const Strand& s, std::uint32_t place);
  bool counts_as_iterations(const StateCell& cell, const Iteration& iteration, const LoopPlan& plan);
  Interval::Iterations iterations_now() const;

 private:
  void note_iteration(const Position& head, const LoopVisit& visit, IterationVector::Loop& own);
  std::optional<Lanes> number_of_iteration(Iteration& iteration, const LoopPlan& plan);

  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  std::map<Position, Iteration>& iterations_;
  Code& code_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
};

}  // namespace warpproof::symbolic
