// What lanes get from a warp collective that fires.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/meetings/outcome.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class CollectiveResults {
 public:
  explicit CollectiveResults(const Parts& parts);

  void activemask(const Instruction& in, PositionId position, Warp& warp, LaneMask mask);
  void compute(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out);
  void commit(std::uint32_t warp, LaneMask participants, const Outcome& out);

 private:
  void compute_shuffle(const Instruction& in, const Warp& warp, LaneMask participants, Outcome& out);

  const Launch& launch_;
  const RunInputs& inputs_;
  const Positions& positions_;
  const std::uint32_t& current_instruction_;
  std::vector<Warp>& warps_;
  Report& report_;
  const std::optional<std::mt19937_64>& random_;
  const Code& code_;
  Threads& threads_;
  Record& record_;
  Registers& registers_;
  const RandomSchedule& random_schedule_;
  ControlFlow& control_flow_;
};

}  // namespace warpproof::concrete
