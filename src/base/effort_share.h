// Work that has a share of the effort, goes past it, and counts as the share.
#pragma once

#include "src/base/effort.h"

namespace warpproof::effort {

// What this thread did past that time of the clock is taken as not done, but for the least work that gets there. Nothing
// where the clock is not there yet.
void take_back_to(Clock::time_point time);

}  // namespace warpproof::effort
