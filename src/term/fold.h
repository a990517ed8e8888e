// What each Kind means on concrete words: the one definition that constant folding and evaluation share.
// Values are zero-extended to 64 bits. Semantics: SMT-LIB QF_BV, see term.h. Var and Read have no meaning
// here.
#pragma once

#include <cstdint>
#include <span>

#include "src/term/term.h"

namespace warpproof {

// `width` is the result's; `widths[i]` and `values[i]` belong to operand i.
std::uint64_t fold(Kind kind, int width, std::uint64_t aux, std::span<const std::uint64_t> values,
                   std::span<const std::uint8_t> widths);

}  // namespace warpproof
