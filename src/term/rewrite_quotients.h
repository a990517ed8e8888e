// Sums in which a compiler wrote a quotient or a remainder by a constant as products and shifts, or an index taken apart into
// rows and columns that are put together again.
#pragma once

#include <cstdint>
#include <optional>

#include "src/term/linear.h"
#include "src/term/node_store.h"

namespace warpproof::rewrite {

// Does one such step, and says whether it did. The form is normalised before, and is not afterwards. Words are of `width` bits.
//   floor(x * m / 2^s) + (x < 0 ? 1 : 0) is x / d, rounded towards 0, where m * d is a little more than 2^s (signed)
//   x - d * (x / d) is x % d
//   d * k * (x / d) + k * (x % d) is k * x, also of an unknown d, or where quotient and remainder are extended alike
// The numbers that need it are checked where the step is made.
bool merge_quotients(NodeStore& g, Linear& form, int width);

// x / d < k for constants d > 1 and k, as a comparison of x. Nothing where `quotient` is none, or where the numbers would not fit.
std::optional<Term> quotient_below(NodeStore& g, Term quotient, std::uint64_t k);
std::optional<Term> signed_quotient_below(NodeStore& g, Term quotient, std::int64_t k);

}  // namespace warpproof::rewrite
