// Loops that test before their body, as loops that test after it: `while (c) body` becomes
// `if (c) do body while (c)`, the form that optimising compilers choose. Every iteration of it is one in
// which c held at its begin, and who comes back has found that it goes on.
#pragma once

#include "src/program/program.h"

namespace warpproof {

// The same program, with such tests repeated before the loop. Loops whose test stores to memory that
// others see, calls or meets other threads stay as they are.
Program rotate_loops(const Program& program);

}  // namespace warpproof
