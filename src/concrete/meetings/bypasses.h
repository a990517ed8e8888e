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
#include <span>
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
  // How often a lane has repeated each loop that it is in: by depth of the call and number of the loop, in this order.
  using Iterations = std::vector<std::pair<std::pair<int, std::size_t>, std::uint32_t>>;

  // The lanes that are, or were, at one position in these iterations.
  struct Visit {
    Iterations iterations;
    Group lanes;
  };
  // In the order of iterations, each of them once. Those that no lane is left of are gone, but keep their memory in `spare_`.
  using Visits = std::vector<Visit>;
  using ByPosition = std::map<PositionId, Visits>;

  std::span<const Visit> visits_now(PositionId position, const Group& lanes);
  void add_visits(PositionId position, std::uint32_t warp, LaneMask lanes);
  Visits& visits_at(ByPosition& all, PositionId position);
  Group& lanes_in(Visits& visits, const Iterations& iterations);
  void drop_empty(Visits& from);
  void judge_bypass(PositionId site, const Visit& waiting, PositionId position, const Visit& passing);

  const Setup& setup_;
  const Launch& launch_;
  Positions& positions_;
  BarrierSites& sites_;
  const std::vector<Warp>& warps_;
  Report& report_;
  const Code& code_;
  Threads& threads_;
  Record& record_;

  ByPosition passed_;   // places past a barrier, with those who came there since they last met
  ByPosition blocked_;  // aligned barriers without a count, with those who wait there
  Visits now_;          // of one call of visits_now(), the first `found_` of them
  std::size_t found_ = 0;
  Group waiting_;  // of one call of note_blocked()
  Visits spare_;
  std::vector<ByPosition::node_type> spare_positions_;
  std::vector<std::pair<std::pair<int, std::size_t>, const std::uint32_t*>> loops_;  // at one position: iterations by lane
  std::set<std::pair<PositionId, PositionId>> bypassed_;
};

}  // namespace warpproof::concrete
