// Single changes of a program: what a slip of the hand does to a kernel.
#pragma once

#include <string>
#include <vector>

#include "src/program/program.h"

namespace warpproof::attack {

struct Mutant {
  std::string kind;         // "mask bit", "barrier removed" ...
  std::uint32_t place = 0;  // index into Program::places
  Program program;
};

// All of a fixed list, of the functions with a body: a bit of a mask, width and offset of a shuffle, a
// barrier removed or under a condition that is at hand, a predicate negated, a branch that leaves the function instead, the
// count of a wait, an index off by one, a modulus, the offset of an access.
std::vector<Mutant> mutants_of(const Program& program);

}  // namespace warpproof::attack
