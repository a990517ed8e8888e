// Which registers a block may read before it writes them; the carry flag follows the last of them.
#pragma once

#include <vector>

#include "src/cfg/cfg.h"

namespace warpproof {

std::vector<std::vector<bool>> live_registers(const Function& function, const Digraph& graph,
                                              const std::vector<int>& sorted);

}  // namespace warpproof
