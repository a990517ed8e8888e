// Extensions, shifts, bit lookup at a computed position, and the counting operations.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

Term zext(NodeStore& g, Term t, int width);
Term sext(NodeStore& g, Term t, int width);
Term shl(NodeStore& g, Term a, Term amount);
Term lshr(NodeStore& g, Term a, Term amount);
Term ashr(NodeStore& g, Term a, Term amount);
Term lshr_by(NodeStore& g, Term a, int amount);
bool const_arms(const NodeStore& g, Term t);  // an Ite whose arms are both constant
bool knows_bits(const NodeStore& g, Term t);  // its single bits fold to predicates
Term select_bit(NodeStore& g, Term word, Term index);
// Bit index + offset of the word as a balanced choice over the bits of the index.
Term select_tree(NodeStore& g, Term word, Term index, int offset);
Term popc(NodeStore& g, Term a);
Term clz(NodeStore& g, Term a);
Term brev(NodeStore& g, Term a);

}  // namespace warpproof::rewrite
