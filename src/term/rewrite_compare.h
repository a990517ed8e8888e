// Equality and order. Stored forms: Eq with the smaller operand first or the constant second; Ult and Slt;
// every comparison of x with a constant as Eq(x, k), Ult(x, k) or Slt(x, k) or the negation of one.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

Term eq(NodeStore& g, Term a, Term b);
Term ult(NodeStore& g, Term a, Term b);
Term slt(NodeStore& g, Term a, Term b);
// x + c against y, where x and y are multiples of 2^k and 0 < c < 2^k.
bool less_aligned(NodeStore& g, Term a, Term b, bool is_signed, Term& out);

}  // namespace warpproof::rewrite
