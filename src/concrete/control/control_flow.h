// Control flow within a function: a basic block for the lanes that stand at it, instruction by instruction, and where
// they go from there; traps and failing assertions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class ControlFlow {
 public:
  explicit ControlFlow(const Parts& parts);

  void run_block(PositionId position, const Group& group);
  void execute(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void advance(PositionId from, std::uint32_t block, std::uint32_t warp, LaneMask lanes);
  void advance(PositionId from, std::uint32_t warp, LaneMask lanes);
  void exit_lanes(std::uint32_t warp, LaneMask lanes);
  void judge_stop(const Group& group, bool asserts);
  void halt_lanes(std::uint32_t warp, LaneMask lanes, const std::string& why);

 private:
  void perform(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void branch(const Instruction& in, const Block& block, const Group& group);
  void note_informed(const Group& group);

  const Setup& setup_;
  const Launch& launch_;
  const RunOptions& options_;
  Positions& positions_;
  PositionId& current_;
  std::uint32_t& current_instruction_;
  const bool holds_barrier_;
  std::vector<Warp>& warps_;
  bool& unsettled_;
  RunResult& result_;
  Code& code_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  Schedule& schedule_;
  LoopIterations& loop_iterations_;
  ScalarInstructions& scalar_instructions_;
  FastRuns& fast_runs_;
  Calls& calls_;
  Observed& observed_;
  LoadsAndStores& loads_and_stores_;
  AsyncCopies& async_copies_;
  AccessRecorder& access_recorder_;
  Collectives& collectives_;
  BlockBarriers& block_barriers_;
  Bypasses& bypasses_;
};

}  // namespace warpproof::concrete
