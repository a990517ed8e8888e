// How far results of approximate instructions may be from the hardware's.
#pragma once

#include <string_view>

#include "src/program/program.h"

namespace warpproof {

// The bits of the result are left open by the PTX manual (.approx, .full).
constexpr bool is_approximate(const Instruction& in) { return in.mod.approx || in.mod.full; }

// What PTX ISA 9.1, sections 9.7.3 (single and double precision) and 9.7.4 (half precision), says about the
// error of an approximate instruction: "2 ulp". Ours rounds the exact result, or the host library's double to
// the type, so that it is within the bound as well. What the manual fixes is exact: special values (its tables), the
// quotients by 2^126 < |b| < 2^128, the words that the .ftz.f64 forms ignore and clear. Empty for an instruction that is not approximate.
std::string_view documented_error(const Instruction& in);

}  // namespace warpproof
