// Division, remainder and high products.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

Term udiv(NodeStore& g, Term a, Term b);
Term urem(NodeStore& g, Term a, Term b);
Term sdiv(NodeStore& g, Term a, Term b);
Term srem(NodeStore& g, Term a, Term b);
Term mulhi(NodeStore& g, Kind kind, Term a, Term b);
// floor(a * factor / 2^shift), which compilers write for a quotient, where it is one for all values of a.
std::optional<Term> quotient_of_product(NodeStore& g, Term a, std::uint64_t factor, int shift);

}  // namespace warpproof::rewrite
