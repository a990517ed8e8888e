// One comparison: two kernels, one shape of block, one meaning of floating point.
//
// Claim: Equivalent where both are proved free of undefined behaviour (checks_of_both.h), both executions were followed
// to their end, and all that they leave (observation.h) was shown to be equal; Different where a run on the evaluator
// shows it (replay.h, trial_runs.h). Side conditions, each with who sees to it: the modules hold the same at the start
// (module_contents.h); what is open has one value for both (open_values.h, atomic_matching.h); blocks hand each other
// nothing (block_exchange.h); some run keeps all that is assumed (common_run.h). What else is taken for granted is
// stated (stated_assumptions.h).
#pragma once

#include <functional>
#include <optional>

#include "checker/equivalence/equivalence.h"
#include "src/base/effort.h"

namespace warpproof::equivalence {

// Tried for loops whose iterations were not found to do the same; may be null.
using OtherWay = std::function<std::optional<EquivalenceReport>(effort::Clock::time_point deadline)>;

EquivalenceReport compare(const Side& a, const Side& b, const EquivalenceOptions& options, OtherWay other_way);

}  // namespace warpproof::equivalence
