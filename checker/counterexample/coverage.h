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

// Which runs count, of those that keep what is assumed.
enum class CountedRuns : std::uint8_t {
  Clean,  // that break no rule and come to their end
  All,    // also those that break a rule, up to where they end
};

// Of some runs on random inputs, of a few sizes of block. Ends at the question's deadline. What it does not have may
// still be reached by other runs.
Coverage coverage_of_runs(const RunQuestion& question, CountedRuns counted = CountedRuns::Clean);

}  // namespace warpproof::counterexample
