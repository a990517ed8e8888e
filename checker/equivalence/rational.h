// Floating-point patterns as exact rational numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "checker/equivalence/forms.h"
#include "src/term/float_op.h"

namespace warpproof::equivalence {

// The number that a pattern of F16, BF16, F32 or F64 stands for; nothing for NaN, infinities and other
// formats.
std::optional<Rational> rational_of(std::uint64_t bits, FloatFormat format);

}  // namespace warpproof::equivalence
