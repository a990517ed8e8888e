// Slices, concatenation and bitwise operations. A mask made by a ballot is a Concat of 32 predicates;
// everything here keeps it one, so that a bit test on it stays a lookup.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

Term extract(NodeStore& g, Term t, int high, int low);
inline Term bit(NodeStore& g, Term t, int i) { return extract(g, t, i, i); }
Term concat(NodeStore& g, std::span<const Term> parts);
// Appends the parts of t, as a concatenation of several, most significant first. False when it is a single opaque part.
bool view_parts(NodeStore& g, Term t, Terms& out);
Term bit_and(NodeStore& g, Term a, Term b);
Term bit_or(NodeStore& g, Term a, Term b);
Term bit_xor(NodeStore& g, Term a, Term b);
Term bit_not(NodeStore& g, Term a);

}  // namespace warpproof::rewrite
