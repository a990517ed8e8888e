// What single instructions do to the order of threads: by themselves, without the run around them.
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof::concrete {

// A number for what an atomic on integers does to a word, if that commutes with itself; else 0.
std::uint32_t commuting_update(const Instruction& in);
// Nothing in the function reads what it returns.
bool is_silent(const Function& f, const Instruction& update);
// It orders threads of the block only.
bool is_of_block(const Instruction& in);
// `half`: "acquire" or "release".
bool orders(const Instruction& in, const char* half);
// It is meant to see what other threads store meanwhile.
bool is_strong(const Instruction& in);

}  // namespace warpproof::concrete
