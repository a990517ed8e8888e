// Operations of a whole warp that all its lanes execute together (spec/matrix.h).
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class MatrixOperations {
 public:
  explicit MatrixOperations(const Parts& parts);

  void fire_aligned(std::uint32_t warp, LaneMask participants);

 private:
  void judge_whole_warp(const Instruction& in, std::uint32_t warp, LaneMask participants);
  void matrix_rows(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void matrix_product(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);
  void judge_same_operands(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);

  const Launch& launch_;
  std::vector<Warp>& warps_;
  RunResult& result_;
  const Code& code_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  ControlFlow& control_flow_;
  const AccessJudge& access_judge_;
  Collectives& collectives_;
  MeetingOrder& meeting_order_;
};

}  // namespace warpproof::concrete
