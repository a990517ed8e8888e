// Loop nests and weak topological orders.
#pragma once

#include <vector>

#include "src/cfg/cfg.h"

namespace warpproof {

// Fills order, sorted, loops and loop_of of `out` for a graph whose blocks are all reachable from 0.
void order_loops(const Digraph& graph, FunctionGraph& out);

}  // namespace warpproof
