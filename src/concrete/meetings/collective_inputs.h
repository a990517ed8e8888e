// What lanes give to a warp collective, and the rules about its operands.
#pragma once

#include <cstdint>

#include "src/concrete/bank.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/meetings/shuffle.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class CollectiveInputs {
 public:
  explicit CollectiveInputs(const Parts& parts);

  void read_collective(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask, PositionId position);
  void note_odd_operands(const Instruction& in, int lane, std::uint32_t b, std::uint32_t c,
                         OddOperands& out) const;

 private:
  void judge_operands(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);

  const Launch& launch_;
  const Positions& positions_;
  const std::uint32_t& current_instruction_;
  Report& report_;
  const Threads& threads_;
  Record& record_;
  Registers& registers_;
};

}  // namespace warpproof::concrete
