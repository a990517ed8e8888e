// Nothing runs and nothing can fire: who waits for whom, and which rule is to blame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/concrete/barrier_state.h"
#include "src/concrete/evaluator.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class Standstill {
 public:
  explicit Standstill(const Parts& parts);

  void standstill();
  std::string describe_lanes(const Warp& warp, LaneMask lanes) const;

 private:
  std::vector<LaneMask> held_by_halted() const;
  int furthest_behind(const Warp& warp, LaneMask lanes) const;
  bool explain_collective(std::uint32_t warp, LaneMask ignored);
  void explain_barrier(std::uint32_t id, const std::vector<LaneMask>& ignored);
  void find_stuck();

  const Setup& setup_;
  const Launch& launch_;
  const Positions& positions_;
  const std::vector<Warp>& warps_;
  Report& report_;
  RunResult& result_;
  std::optional<std::uint32_t>& traced_barrier_;
  const Barriers& barriers_;
  const Code& code_;
  const Threads& threads_;
  Record& record_;
  const Collectives& collectives_;
};

}  // namespace warpproof::concrete
