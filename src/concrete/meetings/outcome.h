// What the lanes get from one firing of a warp collective, by lane.
#pragma once

#include <array>
#include <cstdint>

#include "src/concrete/cells.h"
#include "src/concrete/lane_mask.h"
#include "src/concrete/vector_domain.h"

namespace warpproof::concrete {

// `second` is the destination predicate of shfl, match and elect.
struct Outcome {
  std::array<std::uint64_t, kLanes> first{};
  LaneMask second = 0;
  LaneMask tainted = 0, second_tainted = 0;
  std::array<OriginId, kLanes> origin{};
};

}  // namespace warpproof::concrete
