// Is either kernel proved free of undefined behaviour?
//
// Two executions are compared as if both kept every rule: an execution that breaks one has nothing to compare. Claim:
// where the answer is true and no unknown was added, both are proved to, for the launches that are compared; what the
// proofs take for granted is added to the assumptions. Side condition: both are checked with the options of the
// comparison (block, grid, fixed parameters, conditions in terms of their own parameters).
#pragma once

#include <functional>

#include "checker/equivalence/equivalence.h"
#include "checker/equivalence/matching.h"

namespace warpproof::equivalence {

// False: the verdict is there, undefined behaviour of one of the two or a run that differs. `differing_run` is asked
// before what was not proved quickly is tried for long.
bool both_keep_rules(const EquivalenceOptions& options, const Matching& matching,
                     const std::function<bool()>& differing_run, EquivalenceReport& out);

}  // namespace warpproof::equivalence
