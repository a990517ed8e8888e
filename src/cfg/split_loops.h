// A loop in two, for setting it against one that was unrolled: `do body while (c)` becomes
//
//   while (chosen) { body; body; .. k times }      c is known to hold within an iteration, and where one
//   follows if (c) do body while (c)
//
// or, without any choice, the first iteration apart: `body; if (c) do body while (c)`.
//
// Where the choices are such that c does hold there, whatever they are otherwise, the two do the same. Both
// are marked in the branches (Modifiers::chosen, Modifiers::certain) for an executor that is given the
// choices, and that has the rest proved (checker/symbolic/loop_comparison.h); no other may run the result.
#pragma once

#include <cstdint>

#include "src/program/program.h"

namespace warpproof {

enum class LoopRest : std::uint8_t {
  Loop,        // as written above
  Iterations,  // fewer than k iterations, one at least, written out; that no more follow is marked as certain
  First        // only the first iteration, before the loop
};

// Splits the loop with that head, which is one block to the program. False, with the program as it was: the
// loop is left or repeated in a way that this does not know. At least one iteration.
bool split_loop(Program& program, std::uint32_t function, std::uint32_t head, int iterations, LoopRest rest);

}  // namespace warpproof
