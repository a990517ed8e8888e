// Code of functions where they are called: in place of the call, or as a copy that only this call calls. In
// the copied instructions' places the call's place stands around their own.
#pragma once

#include <cstdint>
#include <functional>

#include "src/program/program.h"

namespace warpproof {

// May the function's code stand in place of any call of it? A call starts with nothing written, code in its
// caller with what it left there before; so the function must write what it reads, and all of its results. It
// has no local variables, calls nothing, and does no more with its parameters than to load them.
bool may_inline(const Program& program, std::uint32_t function);

// Puts the callees' code in place of those calls in `caller` for which `wanted` holds: calls of functions
// that may be inlined. Calls whose results share memory with their arguments stay.
void inline_calls(Program& program, std::uint32_t caller,
                  const std::function<bool(const Instruction& call)>& wanted);

// A copy of a function for the call at `place`; its number.
std::uint32_t copy_function(Program& program, std::uint32_t function, std::uint32_t place);

}  // namespace warpproof
