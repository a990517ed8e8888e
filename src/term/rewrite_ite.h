// Choice, and the floating-point builder.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/node_store.h"

namespace warpproof::rewrite {

Term ite(NodeStore& g, Term c, Term a, Term b);
Term float_op(NodeStore& g, std::uint64_t packed, int width, std::span<const Term> operands);

}  // namespace warpproof::rewrite
