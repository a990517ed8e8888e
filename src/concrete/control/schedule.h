// Lanes that can go on, and whose turn it is: those at the least position (evaluator.h), unless others have been passed
// over for long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/run_queue.h"
#include "src/concrete/standing_place.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class Schedule {
 public:
  explicit Schedule(const Parts& parts);

  // While all that can go on are in one place, that is `alone` (when alone_is_set) and the queues are empty.
  RunQueue running, leaving;  // leaving: at a trivial exit
  RunQueue::Entry alone;
  bool alone_is_set = false;

  void enter(PositionId position, std::uint32_t warp, LaneMask lanes);
  std::vector<StandingPlace> places() const;
  void spill_alone();
  // Fairness: how long each group has stood still, counted in choices between groups.
  std::size_t choose_fairly();
  void favour(std::uint32_t warp, LaneMask lanes);

 private:
  const Launch& launch_;
  const Positions& positions_;
  const std::vector<Warp>& warps_;

  std::uint64_t schedule_time_ = 0;
  std::uint64_t favoured_steps_ = 0;
  std::uint32_t favoured_warp_ = 0;
  int favoured_lane_ = 0;
};

}  // namespace warpproof::concrete
