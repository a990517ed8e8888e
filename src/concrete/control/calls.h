// Calls, returns, and the memory of frames; functions outside of the program that have a meaning here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/machine/outside_calls.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class Calls {
 public:
  explicit Calls(const Parts& parts);

  void call(const Instruction& in, PositionId position, const Group& group);
  void return_from(PositionId position, const Group& group);

 private:
  void judge_claim(const Instruction& in, OutsideCall kind, PositionId position, const Group& group);
  void call_external(const Instruction& in, PositionId position, const Group& group);
  void copy_param(Bank& from, std::uint32_t from_variable, Bank& to, std::uint32_t to_variable, int lane);
  void reset_frame(Bank& bank, std::uint32_t warp, PositionId position, LaneMask mask);
  void take_results(std::uint32_t warp, LaneMask lanes, Bank& bank);

  const Setup& setup_;
  Positions& positions_;
  std::vector<Warp>& warps_;
  Report& report_;
  RunResult& result_;
  const std::vector<std::unique_ptr<CellMemory>>& local_;
  Code& code_;
  Threads& threads_;
  Record& record_;
  Schedule& schedule_;
  ControlFlow& control_flow_;
};

}  // namespace warpproof::concrete
