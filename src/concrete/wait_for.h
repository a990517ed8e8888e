// Who waits for whom: a cycle in it, or the chain that ends with somebody who never comes.
#pragma once

#include <utility>
#include <vector>

namespace warpproof::concrete {

struct WaitChain {
  std::vector<int> nodes;  // each waits for the next; of a cycle the last for the first
  bool is_cycle = false;
};

// Nodes are 0 .. nodes - 1; an edge (a, b) says that a waits for b. A shortest cycle through some node of a
// strong component, if there is one; else a longest-standing chain from the lowest node that waits. Empty
// when nobody waits.
WaitChain find_wait_chain(int nodes, const std::vector<std::pair<int, int>>& edges);

}  // namespace warpproof::concrete
