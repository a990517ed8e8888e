// Random schedules: of what the canonical one leaves out. Drawn from the seed that the run is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/run_queue.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class RandomSchedule {
 public:
  explicit RandomSchedule(const Parts& parts);

  std::optional<std::mt19937_64> random;  // none: the canonical schedule

  bool random_step();
  int elected(std::uint64_t mask, LaneMask participants) const;

 private:
  Group may_go(std::size_t chosen) const;
  bool arrives_whole(PositionId position) const;
  void choose_held();

  const Launch& launch_;
  const RunOptions& options_;
  const Positions& positions_;
  const std::vector<Warp>& warps_;
  RunQueue& running_;
  RunQueue& leaving_;
  const Code& code_;
  Schedule& schedule_;
  ControlFlow& control_flow_;

  std::vector<bool> held_;  // warps that stand still, under a random schedule; empty: none
  std::size_t hold_steps_ = 0;  // for how long still
};

}  // namespace warpproof::concrete
