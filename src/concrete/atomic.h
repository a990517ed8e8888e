// What an atomic read-modify-write leaves in memory.
// Source: PTX ISA 9.x, atom and red.
#pragma once

#include <cstdint>
#include <optional>

#include "src/program/program.h"

namespace warpproof::concrete {

// True for the operation and type pairs that atomic_result() computes.
bool atomic_supported(const Instruction& instruction);

// The new contents for the old contents and the operands `b` (and `c`, cas only), all of the operation's
// width. `global`: the operation is on global memory, where add.f32 flushes subnormal operands and results to
// zeros of their sign, which it does not in shared memory (PTX ISA 9.x, atom).
std::uint64_t atomic_result(const Instruction& instruction, bool global, std::uint64_t old, std::uint64_t b,
                            std::uint64_t c);

}  // namespace warpproof::concrete
