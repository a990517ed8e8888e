// Lanes that can go on from a place.
#pragma once

#include "src/concrete/lane_mask.h"
#include "src/concrete/positions.h"

namespace warpproof::concrete {

struct StandingPlace {
  PositionId position;
  Group group;
  bool operator==(const StandingPlace&) const = default;
};

}  // namespace warpproof::concrete
