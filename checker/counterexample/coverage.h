// What a kernel gets to when it runs: instructions, and loops that go on to another iteration.
#pragma once

#include <cstdint>
#include <set>
#include <utility>

#include "checker/counterexample/random_runs.h"

namespace warpproof::counterexample {

struct Coverage {
  std::set<std::uint32_t> places;                           // indices into Program::places
  std::set<std::pair<std::uint32_t, std::uint32_t>> loops;  // function, head: a lane came back to it
};

// Of some runs on random inputs, of a few sizes of block, that keep what is assumed, break no rule and come to their end.
// Ends at the question's deadline. What it does not have may still be reached by other runs.
Coverage coverage_of_runs(const RunQuestion& question);

}  // namespace warpproof::counterexample
