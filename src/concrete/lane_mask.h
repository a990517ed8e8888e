// Sets of lanes of a warp, a bit each, and of threads of a block, by warp.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/base/lane_set.h"

namespace warpproof::concrete {

using LaneMask = std::uint32_t;
using Group = std::vector<LaneMask>;  // by warp

// Calls f(lane) for each lane of the mask, lowest first.
template <class F>
void for_each_lane(LaneMask mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(std::countr_zero(mask));
}

inline std::size_t index_of(int lane) { return static_cast<std::size_t>(lane); }

// "lane 3", "lanes 0-15"
inline std::string lanes_text(LaneMask lanes) {
  return (std::popcount(lanes) == 1 ? "lane " : "lanes ") + LaneSet{lanes}.str();
}

}  // namespace warpproof::concrete
