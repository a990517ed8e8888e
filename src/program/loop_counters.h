// Which values of a loop count, by its text.
//
// That a counter does not wrap around is sometimes assumed, and said. Of a value that is meant to wrap around, as the state of a
// random number generator is, that would be wrong. So a counter is only what
//  - decides, compared by size, whether a thread leaves the loop, as `i < n` does; or
//  - goes into an address by sums alone, as in a[i + k]; a word of 32 bits as a signed number.
#pragma once

#include <set>
#include <vector>

#include "src/program/flow.h"
#include "src/program/program.h"

namespace warpproof {

struct LoopCounters {
  Sources counters;
  Sources compared_for_equality;  // `i != n` decides: a counter, where it moves by one
};

// `blocks`: of the loop.
LoopCounters counters_of_loop(const Program& program, const Function& f, const std::vector<int>& blocks);

}  // namespace warpproof
