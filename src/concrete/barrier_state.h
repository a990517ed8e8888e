// Generations of the block's barriers: those that threads have begun to arrive at, and complete ones that later arrivals
// must be related to.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "spec/barrier.h"
#include "src/concrete/cells.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/positions.h"
#include "src/concrete/race_monitor.h"

namespace warpproof::concrete {

// The unfinished generation of one of the block's sixteen barriers.
struct BarrierState {
  bool active = false;
  std::vector<LaneMask> arrived, waiting, predicate;  // by warp; arrived includes waiting
  std::vector<PositionId> site;                       // by thread, of the arrival
  std::vector<std::uint8_t> aligned;                  // by thread
  std::vector<std::uint64_t> time;                    // by thread, of the arrival (BarrierReuse::next_time)
  std::optional<std::uint32_t> count;                 // of the first arrival; none when anyone comes without
  std::uint32_t first_place = 0;
  std::set<spec::BarrierOp> ops;
  // What threads that arrived without waiting knew then (race_monitor.h), by thread.
  std::map<std::uint32_t, RaceMonitor::Clock> released;
  std::map<std::uint32_t, OriginId> undefined;  // threads whose predicate was undefined
};

using Barriers = std::array<BarrierState, spec::kBarrierIds>;  // by number

// A complete generation of a barrier to which later arrivals there must be related (meetings/barrier_reuse.h). Times
// are those of BarrierReuse::next_time, by thread; 0 is never.
struct Generation {
  std::vector<std::uint64_t> arrived;  // when its participants arrived
  std::vector<std::uint64_t> knows;    // since when a thread knows that it is complete
  bool counted = false;
  bool one_warp = false;  // its count is one warp, which came whole
  std::uint32_t place = 0;
};

}  // namespace warpproof::concrete
