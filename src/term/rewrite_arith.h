// Sums, products, least and largest: results in the normal form of linear.h.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

// coefficient * t.
Term scale(NodeStore& g, Term t, std::uint64_t coefficient);
Term add(NodeStore& g, Term a, Term b);
Term sub(NodeStore& g, Term a, Term b);
Term mul(NodeStore& g, Term a, Term b);
Term minmax(NodeStore& g, Kind kind, Term a, Term b);

}  // namespace warpproof::rewrite
