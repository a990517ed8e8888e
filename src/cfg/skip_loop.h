// A loop that is never begun, for setting two kernels that unroll by different numbers against each other:
// each goes with the one that has only the loop for the rest, which then makes all the iterations.
#pragma once

#include <cstdint>
#include <vector>

#include "src/program/program.h"

namespace warpproof {

// Heads of loops after which another one follows, in the same iteration of the loops around both.
std::vector<std::uint32_t> loops_with_a_follower(const Function& f);

// Turns the branch that decides whether the loop with that head is begun: it never is. That is another
// program, no other spelling of the same one. False, with the program as it was: there is no such branch.
bool skip_loop(Program& program, std::uint32_t function, std::uint32_t head);

}  // namespace warpproof
