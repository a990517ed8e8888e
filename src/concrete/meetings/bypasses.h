// barrier.divergent at a distance: threads that go around an aligned barrier at which others wait.
//
// Whoever comes to a place that every way from the barrier leads to has gone around it for good, unless it is
// in an earlier iteration of a loop that both are in. What each thread passed since it last met the others at
// a barrier is remembered, so that it does not matter who comes first: the one to the barrier, or the other
// to the place after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "src/concrete/barrier_state.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/parts.h"
#include "src/concrete/positions.h"
#include "src/concrete/report.h"
#include "src/concrete/warp.h"
#include "src/machine/barrier_sites.h"

namespace warpproof::concrete {

class Bypasses {
 public:
  explicit Bypasses(const Parts& parts);

  void note_passing(PositionId position, const Group& group);
  void note_blocked(PositionId site, const Group& group);
  void forget_generation(const BarrierState& fired);

 private:
  // How often a lane has repeated each loop that it is in, by depth of the call and number of the loop.
  using Iterations = std::map<std::pair<int, std::size_t>, std::uint32_t>;
  using ByIterations = std::map<Iterations, Group>;

  // The lanes of the warp that are at the position, by the iterations that they are in.
  void add_by_iterations(PositionId position, std::uint32_t warp, LaneMask lanes, ByIterations& to);
  void judge_bypass(PositionId site, const Iterations& there, const Group& waiting, PositionId position,
                    const Iterations& here, const Group& passing);

  const Setup& setup_;
  const Launch& launch_;
  Positions& positions_;
  BarrierSites& sites_;
  const std::vector<Warp>& warps_;
  Report& report_;
  const Code& code_;
  Threads& threads_;
  Record& record_;

  std::map<PositionId, ByIterations>
      passed_;  // places past a barrier, with those who came there since they last met
  std::map<PositionId, ByIterations> blocked_;  // aligned barriers without a count, with those who wait there
  std::set<std::pair<PositionId, PositionId>> bypassed_;
};

}  // namespace warpproof::concrete
