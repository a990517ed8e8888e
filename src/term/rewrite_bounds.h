// Conjunctions of comparisons: intervals of one term against constants, and orders between two terms.
// Presence of thread t in a block of symbolic size N is t < N, so these decide most guards of kernels with
// any block size.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

// False: a contradiction. Literals are sorted before and after.
bool simplify_bounds(NodeStore& g, Terms& literals, bool& changed);
bool simplify_orders(NodeStore& g, Terms& literals, bool& changed);  // false: contradiction
// By the two comparisons alone.
bool literal_entails(const NodeStore& g, Term a, Term b);

}  // namespace warpproof::rewrite
