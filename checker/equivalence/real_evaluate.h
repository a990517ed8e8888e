// Terms under a concrete assignment with floating point computed over the rational numbers, without rounding.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "checker/equivalence/forms.h"
#include "src/term/evaluate.h"
#include "src/term/float_op.h"
#include "src/term/term.h"

namespace warpproof::equivalence {

// A pattern of bits, or a number that floating-point arithmetic gave.
struct RealWord {
  bool is_real = false;
  std::uint64_t bits = 0;
  Rational real;
  FloatFormat format = FloatFormat::F32;  // of a number
};

// One value for each root; nothing where it needs what has no exact value: square roots, bits of a rounded
// number, NaN, infinities, division by zero.
std::vector<std::optional<RealWord>> real_evaluate(const TermGraph& graph, std::span<const Term> roots,
                                                   const std::function<std::uint64_t(Term)>& variable,
                                                   const MemoryReader& memory);

// Surely different numbers, or different patterns where both are patterns. False: the same, or not known.
bool surely_different(const std::optional<RealWord>& a, const std::optional<RealWord>& b);

}  // namespace warpproof::equivalence
