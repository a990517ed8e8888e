// Branches whose condition is known to those who come from one block: `while (a && b)` as compilers without
// an optimiser write it, which sets the condition to false and goes where it is tested, leaves at once where
// a does not hold.
#pragma once

#include "src/program/program.h"

namespace warpproof {

// The same program; who comes to such a branch goes straight to where it leads.
Program thread_jumps(const Program& program);

}  // namespace warpproof
