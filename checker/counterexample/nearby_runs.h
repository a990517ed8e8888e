// Runs near one that a model of the solver asked for and that breaks no rule. The launch, the scalars and the
// cells that the model names stay; the contents of the rest of memory, of which a proof by induction or an
// approximated load knows nothing, are drawn at random.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/counterexample/counterexample.h"
#include "checker/counterexample/kept_assumptions.h"
#include "src/base/effort.h"
#include "src/program/program.h"

namespace warpproof::counterexample {

// A run with a finding of level error that counts (kept_assumptions.h), its inputs made as small as they get in the time; nothing where none
// was found. `start` is what replay() gave, of one block; `pointers` the parameters that are allocations.
std::optional<Replay> find_violating_run_near(const Program& program, std::uint32_t root, const Replay& start,
                                              const std::set<std::uint32_t>& pointers, const Granted& granted,
                                              const std::vector<std::string>& parameter_names,
                                              effort::Clock::time_point deadline);

}  // namespace warpproof::counterexample
