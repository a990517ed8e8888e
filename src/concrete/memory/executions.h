// Numbers for executions of instructions: which lanes execute one together, however the schedule splits or joins them.
#pragma once

#include <cstdint>

#include "src/concrete/accessed.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"

namespace warpproof::concrete {

class Executions {
 public:
  explicit Executions(const Parts& parts);

  std::uint64_t race_instruction = 0;  // of the memory instruction under execution

  const Numbers& executions(std::uint32_t warp);
  Numbers iterations(std::uint32_t warp);
  Numbers stores_of(std::uint32_t warp, LaneMask mask);
  bool is_in_one_iteration(std::uint32_t warp);

 private:
  const Launch& launch_;
  PositionId& current_;
  const std::uint32_t& current_instruction_;
  RaceMonitor& races_;
  Threads& threads_;

  // What executions() found for one of them.
  std::uint64_t executions_of_ = 0;
  Numbers executions_{};
};

}  // namespace warpproof::concrete
