// How much Z3 may do for one question, and what it did, as effort (src/base/effort.h).
#pragma once

#include <z3++.h>

#include <cstdint>

namespace warpproof {

// In Z3's own count (its `rlimit`), which is the same whenever the same is asked in a context with the same past.
struct Z3Limit {
  std::uint64_t resources = 0;
  std::uint64_t units_of_resource = 0;  // of effort, that one of them is worth
};

// For a solver without assertions: that it gets at most so many units of effort. `parameters` gets the limits and is set.
Z3Limit limit(z3::solver& solver, z3::params& parameters, std::uint64_t units,
              std::uint64_t units_of_resource);

struct LimitedCheck {
  z3::check_result result = z3::unknown;
  bool spent = false;  // all that it might do
};

// Asks it. What it used is charged; where the time of the whole check is over (--timeout), that is stopped. Z3's errors are
// thrown.
LimitedCheck check_within(z3::solver& solver, const Z3Limit& limit);

}  // namespace warpproof
