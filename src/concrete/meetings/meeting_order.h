// What meetings of lanes order, as the race monitors hear it: barriers of the block, and collectives of a warp.
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/barrier_state.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/race_monitor.h"
#include "src/concrete/warp.h"
#include "src/program/program.h"

namespace warpproof::concrete {

class MeetingOrder {
 public:
  explicit MeetingOrder(const Parts& parts);

  void order_barrier(const BarrierState& fired);
  void order_collective(const Instruction& in, std::uint32_t warp, LaneMask participants);

 private:
  RaceMonitor::Clock left_behind(std::uint32_t warp, LaneMask mask);

  const Launch& launch_;
  const RunOptions& options_;
  const std::uint32_t block_;
  const std::vector<Warp>& warps_;
  RaceMonitor& races_;
  GridRaceMonitor* const between_;
  Threads& threads_;
};

}  // namespace warpproof::concrete
