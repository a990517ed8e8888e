// The usual case, on vector units: scalar instructions whose operands are all defined, and whole warps that run through
// blocks of them by themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/lane_program.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/warp.h"
#include "src/machine/barrier_sites.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class FastRuns {
 public:
  explicit FastRuns(const Parts& parts);

  bool run_fast(PositionId position, const Group& group, std::uint32_t first);
  bool decide_fast(const Instruction& in, const Bank& bank, LaneMask mask, LaneMask& taken) const;
  bool run_ahead(PositionId position, Group& group);
  bool run_ahead(PositionId position, std::uint32_t w);
  void run_fast(const LaneProgram& lanes, const std::vector<Instruction>& code, std::uint32_t first,
                std::uint32_t count, std::uint32_t w, Bank& bank, LaneMask mask);

 private:
  bool run_segment(const LaneProgram& lanes, std::uint32_t first, Bank& bank, LaneMask mask);
  bool may_run_ahead(PositionId position);

  const Setup& setup_;
  const Launch& launch_;
  const RunInputs& inputs_;
  const RunOptions& options_;
  Positions& positions_;
  PositionId& current_;
  std::uint32_t& current_instruction_;
  BarrierSites& sites_;
  const bool holds_barrier_;
  std::vector<Warp>& warps_;
  RunResult& result_;
  Threads& threads_;
  Registers& registers_;
  Schedule& schedule_;
  LoopIterations& loop_iterations_;
  ControlFlow& control_flow_;
  const EndlessLoops& endless_loops_;
  FastCollectives& fast_collectives_;

  std::vector<Line> temporaries_;  // of fast instructions
};

}  // namespace warpproof::concrete
