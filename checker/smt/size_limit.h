// What may be taken for granted of the sizes of buffers: that a number of elements, as w * h or 5 * n, is no more than
// 2147483647. Indexes of 32 bits that stay below such a number do not wrap around.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

struct SizeLimit {
  std::uint64_t times = 1;         // a constant factor, from 1 to 2^31
  std::vector<Term> sizes;         // the others: one to three words of 32 bits, multiplied in this order
  std::vector<Term> are_unsigned;  // those of `sizes` that are read as unsigned numbers, sorted; others are signed
  bool excludes_negative = false;  // does it say that no signed one is negative?

  auto operator<=>(const SizeLimit&) const = default;
};

// Where no signed size is negative, the product is no more than 2147483647, and of three sizes so is that of the first two (of
// which there is a limit of its own). With `excludes_negative` also: no signed one is negative.
Term fact_of(TermGraph& graph, const SizeLimit& limit);

// Does the one say all that the other says? True only where they have the same sizes; no two different ones imply each other.
bool implies(const SizeLimit& one, const SizeLimit& other);

// The fact as verdicts list it: "w * h is no more than ..". `names`: of `sizes`, in their order.
std::string text_of(const SizeLimit& limit, const std::vector<std::string>& names);

}  // namespace warpproof
