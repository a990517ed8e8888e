// The rules about who took part in a generation of a barrier, and where: barrier.divergent, barrier.split-site,
// barrier.exited, and barrier.unreached of the barrier of a grid.
#pragma once

#include <cstdint>
#include <vector>

#include "src/concrete/barrier_state.h"
#include "src/concrete/parts.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"

namespace warpproof::concrete {

class BarrierRules {
 public:
  explicit BarrierRules(const Parts& parts);

  void judge_alignment(const BarrierState& state, std::uint32_t id);
  void judge_sites(const BarrierState& state);
  void judge_grid_barrier(const BarrierState& state);
  void note_exited_threads(const BarrierState& state);

 private:
  const Launch& launch_;
  std::vector<Warp>& warps_;
  Report& report_;
  Code& code_;
  const Threads& threads_;
  Record& record_;
  const BlockBarriers& block_barriers_;
  const Standstill& standstill_;
};

}  // namespace warpproof::concrete
