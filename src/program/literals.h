// Immediate operands in the width and format of the operand they stand for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/program/opcode.h"
#include "src/ptx/module.h"

namespace warpproof::lowering {

// The bits of a constant (Kind Integer, Float32 or Float64) used as an operand of that type; nullopt and a
// message when the constant cannot stand there. Source: PTX ISA 9.x, 4.5.1 to 4.5.3: integers are converted
// to the operand's size by truncation, 64-bit floating constants to single by rounding; a predicate is true
// when the constant is not 0.
std::optional<std::uint64_t> immediate_bits(ptx::Operand::Kind kind, std::uint64_t bits, Type type,
                                            std::string& error);

}  // namespace warpproof::lowering
