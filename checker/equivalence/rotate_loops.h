// Loops that test before their body, as loops that test behind it: `while (c) body` becomes
// `if (c) do body while (c)`, the form that optimising compilers choose, so that loops of the two can be
// compared round by round.
#pragma once

#include "src/program/program.h"

namespace warpproof::equivalence {

// The same program, with such tests repeated before the loop. Loops whose test stores, calls or meets other
// threads stay as they are.
Program rotate_loops(const Program& program);

}  // namespace warpproof::equivalence
