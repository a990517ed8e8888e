// Instructions of one lane, in the general way: operands may be undefined (fast_runs.h has the usual case).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/concrete/bank.h"
#include "src/concrete/cells.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/report.h"
#include "src/concrete/vector_domain.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class ScalarInstructions {
 public:
  explicit ScalarInstructions(const Parts& parts);

  void scalar(const Instruction& in, Warp& warp, Bank& bank, LaneMask mask);

 private:
  void note_approximation(const Instruction& in);
  void require_supported(const Instruction& in, std::uint32_t function);
  LaneMask zero_divisors(const Instruction& in, LaneMask mask, LaneMask tainted,
                         std::array<OriginId, kLanes>& origin);
  void note_real_domain(const Instruction& in, LaneMask mask);
  void note_real_sum(const Instruction& in, LaneMask mask);
  void taint_of_result(const Instruction& in, LaneMask mask, LaneMask& tainted,
                       std::array<OriginId, kLanes>& origin);

  const Setup& setup_;
  const RunInputs& inputs_;
  Report& report_;
  RunResult& result_;
  VectorDomain& domain_;
  Registers& registers_;

  std::vector<Read> reads_;
  std::vector<LaneVector> words_;
  std::vector<LaneVector> results_;
  std::vector<std::vector<bool>> supported_;  // by function and instruction
};

}  // namespace warpproof::concrete
