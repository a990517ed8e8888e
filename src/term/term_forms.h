// What a term is, where its structure shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "src/term/term.h"

namespace warpproof {

// t = first + second (modulo the width), where second is the constant part of the sum: base + offset.
std::pair<Term, std::uint64_t> split_constant(TermGraph& g, Term t);

// For a t that counts the zeros before the first set bit of a mask whose bits are known: t = values[i] for
// the first i with bits[i], and values.back() where there is none.
struct FirstSet {
  std::vector<Term> bits;
  std::vector<std::uint64_t> values;  // one more than bits
};
std::optional<FirstSet> first_set(TermGraph& g, Term t);

}  // namespace warpproof
