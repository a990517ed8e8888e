// What holds of a launch's parameters, block and grid, as the text of conditions.
#pragma once

#include <optional>
#include <vector>

#include "src/frontend/host_values.h"
#include "src/frontend/launches.h"

namespace warpproof {

// Puts the relations between what a launch computes, and what is known of it, into the launch. `arguments`: null where one
// is not known, or is no integer. Gives back the facts that no condition can say, as they are about other values, too.
std::vector<HostIntegerPtr> relate_launch(const std::vector<HostIntegerPtr>& facts, std::vector<HostIntegerPtr> arguments, const HostShape& block,
                   const std::optional<HostShape>& grid, HostLaunch& launch);

}  // namespace warpproof
