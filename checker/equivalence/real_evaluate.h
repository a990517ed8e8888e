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

// Bits, and where floating-point arithmetic gave them the number that they would be without rounding.
struct RealWord {
  bool is_real = false;
  bool has_floats = false;  // bits of such numbers were moved into this word, not computed with
  std::uint64_t bits = 0;   // as a machine iterations them: what integer instructions see
  Rational real;
  FloatFormat format = FloatFormat::F32;  // of a number
};

// One value for each root; nothing where it needs what has no exact value: square roots, NaN, infinities,
// division by zero.
std::vector<std::optional<RealWord>> real_evaluate(const TermGraph& graph, std::span<const Term> roots,
                                                   const std::function<std::uint64_t(Term)>& variable,
                                                   const MemoryReader& memory);

// Surely different numbers of one format, or different bits where there is no such. False: the same, or not
// known.
bool surely_different(const std::optional<RealWord>& a, const std::optional<RealWord>& b);

}  // namespace warpproof::equivalence
