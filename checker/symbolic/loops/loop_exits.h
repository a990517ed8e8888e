// The ways out of a loop that is proved by induction, where its lanes leave in different iterations.
#pragma once

#include <cstdint>
#include <map>

#include "checker/symbolic/control/strand.h"
#include "checker/symbolic/lanes.h"
#include "checker/symbolic/loops/iteration.h"
#include "checker/symbolic/parts.h"
#include "src/program/program.h"

namespace warpproof::symbolic {

class LoopExits {
 public:
  explicit LoopExits(const Parts& parts);

  void leave_early(const Position& head, const Strand& from, const Lanes& away);
  void note_exit(const Strand& s, const Position& head, std::uint32_t block);

 private:
  const Program& program_;
  TermGraph& g;
  const int threads_;
  const LaneOps& ops_;
  std::map<Position, Iteration>& iterations_;
  bool& plans_changed_;
  Code& code_;
  ControlFlow& control_flow_;
  LoopState& loop_state_;
  LoopCells& loop_cells_;
};

}  // namespace warpproof::symbolic
